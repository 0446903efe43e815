//! `Columns`: a table that pandas, polars, DuckDB and pyarrow read without copying.

use crate::values::{List, wrong};
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float32Type, Float64Type, Int32Type, Int64Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float32Array, Float64Array, Int32Array, Int64Array, NullArray,
    RecordBatch, RecordBatchIterator, RecordBatchReader, StringArray, UInt64Array,
};
use arrow_schema::{ArrowError, DataType, Schema};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyCapsule, PyDict, PyFloat, PyInt, PyIterator, PyList, PyTuple};
use std::collections::HashMap;
use std::sync::Arc;

/// A table of columns. pandas, polars, DuckDB and pyarrow read it through __arrow_c_stream__: polars.DataFrame(table),
/// pyarrow.table(table), pandas.DataFrame.from_arrow(table).
#[pyclass(frozen, module = "plywood")]
#[derive(Debug)]
pub(crate) struct Columns(pub(crate) RecordBatch);

/// The stream of batches in the form of Python's Arrow interface. Readers check the name of the capsule.
pub(crate) fn stream(
    py: Python<'_>,
    batches: impl RecordBatchReader + Send + 'static,
) -> PyResult<Bound<'_, PyCapsule>> {
    let stream = FFI_ArrowArrayStream::new(Box::new(batches));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

/// The most rows shown in a notebook.
const MOST_SHOWN: usize = 20;

#[pymethods]
impl Columns {
    /// A table of columns by name: lists of whole numbers, numbers, strings, booleans, and None. Give the types by name, as in the property
    /// types; by default they are the narrowest that hold all values.
    #[new]
    #[pyo3(signature = (columns, types=None))]
    fn new(columns: &Bound<'_, PyDict>, types: Option<HashMap<String, String>>) -> PyResult<Self> {
        let types = types.unwrap_or_default();
        let columns = columns.iter().map(|(name, values)| {
            let List::<Bound<'_, PyAny>>(values) = values.extract()?;
            let name = name.extract::<String>()?;
            let kind = types.get(&name).map(|kind| kind.parse()).transpose();
            let kind = kind.map_err(wrong)?.unwrap_or_else(|| narrowest(&values));
            Ok((name, column(&values, &kind)?, true))
        });
        let columns = columns.collect::<PyResult<Vec<_>>>()?;
        if columns.is_empty() {
            return Ok(Self(RecordBatch::new_empty(Arc::new(Schema::empty()))));
        }
        RecordBatch::try_from_iter_with_nullable(columns)
            .map(Self)
            .map_err(wrong)
    }

    /// Makes a table of rows, with the columns of the first one.
    #[staticmethod]
    fn of_rows(py: Python<'_>, rows: List<Bound<'_, PyDict>>) -> PyResult<Self> {
        let columns = PyDict::new(py);
        for name in rows.0.first().into_iter().flat_map(|row| row.keys()) {
            let values = rows.0.iter().map(|row| row.get_item(&name));
            columns.set_item(&name, values.collect::<PyResult<Vec<_>>>()?)?;
        }
        Self::new(&columns, None)
    }

    /// The Arrow C stream.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = [Ok::<_, ArrowError>(self.0.clone())];
        stream(py, RecordBatchIterator::new(batches, self.0.schema()))
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        let schema = self.0.schema();
        let fields = schema.fields().iter();
        fields.map(|field| field.name().clone()).collect()
    }

    /// A column as a list.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        values(py, self.named(name)?)
    }

    /// All columns as lists, by name.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        for name in self.column_names() {
            columns.set_item(&name, self.__getitem__(py, &name)?)?;
        }
        Ok(columns)
    }

    /// The types of the columns by name, such as "Int32".
    #[getter]
    fn types(&self) -> HashMap<String, String> {
        let schema = self.0.schema();
        let fields = schema.fields().iter();
        fields
            .map(|field| (field.name().clone(), field.data_type().to_string()))
            .collect()
    }

    /// The table as a pandas DataFrame. Missing values stay missing, and columns of whole numbers stay whole.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let data = slf.py().import("plywood.data")?;
        data.call_method1("frame", (slf,))
    }

    /// A table is not an array. NumPy asks for one, and so does pandas.DataFrame, which would make a frame of the column names.
    #[pyo3(signature = (*_arguments, **_keywords))]
    fn __array__(
        &self,
        _arguments: &Bound<'_, PyTuple>,
        _keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a table is not an array: write table.to_pandas(), and plywood.to_numpy(table, name) for the array of a column",
        ))
    }

    /// The number of rows.
    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    /// True if there is a column with this name.
    fn __contains__(&self, name: &str) -> bool {
        self.0.column_by_name(name).is_some()
    }

    /// The names of the columns, like those of a dictionary.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.column_names())?.try_iter()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (self.to_dict(py)?, self.types())).into_pyobject(py)
    }

    /// The first rows, for a notebook.
    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let first = Self(self.0.slice(0, MOST_SHOWN.min(self.0.num_rows())));
        let notebook = py.import("plywood.notebook")?;
        notebook.call_method1("columns", (first, self.0.num_rows()))
    }

    fn __repr__(&self) -> String {
        let columns = self.column_names().join(", ");
        format!("<Columns of {} rows: {columns}>", self.0.num_rows())
    }
}

impl Columns {
    fn named(&self, name: &str) -> PyResult<&ArrayRef> {
        let column = self.0.column_by_name(name);
        column.ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }
}

/// The narrowest type that holds all values.
fn narrowest(values: &[Bound<'_, PyAny>]) -> DataType {
    let given = || values.iter().filter(|value| !value.is_none());
    let is_number = |value: &Bound<'_, PyAny>| {
        value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>()
    };
    if given().next().is_none() {
        DataType::Null
    } else if given().all(|value| value.is_instance_of::<PyBool>()) {
        DataType::Boolean
    } else if given().all(|value| value.is_instance_of::<PyInt>()) {
        DataType::Int64
    } else if given().all(is_number) {
        DataType::Float64
    } else {
        DataType::Utf8
    }
}

/// A column of a type.
fn column(values: &[Bound<'_, PyAny>], kind: &DataType) -> PyResult<ArrayRef> {
    macro_rules! of {
        ($column:ident) => {{
            let column = values.iter().map(|value| value.extract::<Option<_>>());
            Ok(Arc::new(column.collect::<PyResult<$column>>()?))
        }};
    }
    match kind {
        DataType::Null => Ok(Arc::new(NullArray::new(values.len()))),
        DataType::Boolean => of!(BooleanArray),
        DataType::Int32 => of!(Int32Array),
        DataType::Int64 => of!(Int64Array),
        DataType::UInt64 => of!(UInt64Array),
        DataType::Float32 => of!(Float32Array),
        DataType::Float64 => of!(Float64Array),
        DataType::Utf8 => {
            let text = |value: &Bound<'_, PyAny>| -> PyResult<Option<String>> {
                let text = (!value.is_none()).then(|| value.str()).transpose()?;
                text.map(|text| Ok(text.to_str()?.to_owned())).transpose()
            };
            let column = values.iter().map(text);
            Ok(Arc::new(column.collect::<PyResult<StringArray>>()?))
        }
        other => Err(by_arrow_alone(other)),
    }
}

fn by_arrow_alone(kind: &DataType) -> PyErr {
    PyTypeError::new_err(format!("columns of {kind} are read by Arrow alone"))
}

/// The values of a column as Python objects.
fn values<'py>(py: Python<'py>, column: &ArrayRef) -> PyResult<Bound<'py, PyList>> {
    match column.data_type() {
        DataType::Boolean => PyList::new(py, column.as_boolean().iter()),
        DataType::Int32 => PyList::new(py, column.as_primitive::<Int32Type>().iter()),
        DataType::Int64 => PyList::new(py, column.as_primitive::<Int64Type>().iter()),
        DataType::UInt64 => PyList::new(py, column.as_primitive::<UInt64Type>().iter()),
        DataType::Float32 => PyList::new(py, column.as_primitive::<Float32Type>().iter()),
        DataType::Float64 => PyList::new(py, column.as_primitive::<Float64Type>().iter()),
        DataType::Utf8 => PyList::new(py, column.as_string::<i32>().iter()),
        DataType::Null => PyList::new(py, vec![None::<bool>; column.len()]),
        other => Err(by_arrow_alone(other)),
    }
}
