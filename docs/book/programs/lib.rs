//! The programs of the book are examples: each is read and run by itself.
