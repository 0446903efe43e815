//! plywood.
