//! The list that Python sees as the moves of a board so far.

use pyo3::prelude::*;
use pyo3::types::PyList;

/// A list, if anyone has asked for it, and its length when it was last brought up to date. A copy of a game has none.
#[derive(Debug, Default)]
pub(crate) struct Stack {
    list: Option<(Py<PyList>, usize)>,
    /// The number of first moves that the list still shows truly.
    pub(crate) listed: usize,
}

impl Clone for Stack {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Stack {
    /// The list, if its length was changed since.
    pub(crate) fn changed<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyList>> {
        let (list, known) = self.list.as_ref()?;
        let list = list.bind(py);
        (list.len() != *known).then(|| list.clone())
    }

    /// Makes a list that of the moves.
    pub(crate) fn show(&mut self, list: &Bound<'_, PyList>) {
        self.listed = list.len();
        self.list = Some((list.clone().unbind(), self.listed));
    }

    /// The list, to be brought up to date while the game isn't locked: what is removed from it may run code.
    pub(crate) fn list<'py>(&self, py: Python<'py>) -> Bound<'py, PyList> {
        let list = self.list.as_ref();
        list.map_or_else(|| PyList::empty(py), |(list, _)| list.bind(py).clone())
    }
}
