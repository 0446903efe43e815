//! The book: its pages, claims of the documents, and the answers to the exercises.

mod answers;
mod claims;
mod later_answers;
mod pages;
mod script;
