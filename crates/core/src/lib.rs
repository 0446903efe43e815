//! The rules of chess, complete and fast: positions that cannot be illegal, move generation, Chess960, draws, FEN, boards as pictures.
