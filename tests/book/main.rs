//! The book: its pages, what the documents say, and the answers to the exercises.

mod answers;
mod claims;
mod pages;
mod script;
