//! The list that Python sees as the moves of a board so far.

use pyo3::prelude::*;
use pyo3::types::PyList;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A list, if anyone has asked for it, and its length when it was last brought up to date.
#[derive(Debug, Default)]
pub(crate) struct Stack {
    list: Mutex<Option<(Py<PyList>, usize)>>,
    exists: AtomicBool,
}

impl Stack {
    fn lock(&self) -> MutexGuard<'_, Option<(Py<PyList>, usize)>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The list, if its length was changed since.
    pub(crate) fn changed<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyList>> {
        if !self.exists.load(Ordering::Relaxed) {
            return None;
        }
        let list = self.lock();
        let (list, known) = list.as_ref()?;
        let list = list.bind(py);
        (list.len() != *known).then(|| list.clone())
    }

    /// Makes a list that of the moves.
    pub(crate) fn set(&self, list: Bound<'_, PyList>) {
        let count = list.len();
        *self.lock() = Some((list.unbind(), count));
        self.exists.store(true, Ordering::Relaxed);
    }

    /// The list, in which other moves follow the first ones.
    pub(crate) fn updated<'py>(
        &self,
        kept: usize,
        moves: Bound<'py, PyList>,
    ) -> PyResult<Bound<'py, PyList>> {
        let py = moves.py();
        let list = self.lock().take();
        let list = list.map_or_else(|| PyList::empty(py), |(list, _)| list.into_bound(py));
        list.set_slice(kept, list.len(), &moves)?;
        self.set(list.clone());
        Ok(list)
    }
}
