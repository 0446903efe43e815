//! Choosing a move: interchangeable search strategies for any two-player game.
