//! The book: its pages, and the answers to its exercises.

mod answers;
mod pages;
