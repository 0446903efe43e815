//! Chess on paper: SAN, UCI, EPD, PGN and Polyglot books, read and written.

pub mod polyglot;
