//! [`App`]: the state shared by all requests.

use crate::pool::Pool;
use plywood_service::Service;

/// The state shared by all requests.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) service: Service,
    /// The threads of the searches.
    pub(crate) pool: Pool,
    /// `true` if the book is served.
    pub(crate) has_book: bool,
}
