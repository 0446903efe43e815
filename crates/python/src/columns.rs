//! `Columns`: a table that pandas, polars, DuckDB and pyarrow read without a copy.

use crate::values::wrong;
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float32Type, Float64Type, Int32Type, Int64Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, RecordBatchIterator,
    RecordBatchReader, StringArray,
};
use arrow_schema::{ArrowError, DataType, Schema};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyCapsule, PyDict, PyFloat, PyInt, PyIterator, PyList, PyTuple,
};
use std::sync::Arc;

/// A table of columns. pandas, polars, DuckDB and pyarrow read it through __arrow_c_stream__: polars.DataFrame(table),
/// pyarrow.table(table), pandas.DataFrame.from_arrow(table).
#[pyclass(frozen, module = "plywood")]
#[derive(Debug)]
pub(crate) struct Columns(pub(crate) RecordBatch);

/// The stream of batches as Python's Arrow interface passes it on. Whoever reads it looks at the name of the capsule.
pub(crate) fn stream(
    py: Python<'_>,
    batches: impl RecordBatchReader + Send + 'static,
) -> PyResult<Bound<'_, PyCapsule>> {
    let stream = FFI_ArrowArrayStream::new(Box::new(batches));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

#[pymethods]
impl Columns {
    /// A table of columns by name: lists of whole numbers, numbers, texts, truth values, and None.
    #[new]
    fn new(columns: &Bound<'_, PyDict>) -> PyResult<Self> {
        let columns = columns.iter().map(|(name, values)| {
            let values: Vec<Bound<'_, PyAny>> = values.extract()?;
            Ok((name.extract::<String>()?, column(&values)?, true))
        });
        let columns = columns.collect::<PyResult<Vec<_>>>()?;
        if columns.is_empty() {
            return Ok(Self(RecordBatch::new_empty(Arc::new(Schema::empty()))));
        }
        RecordBatch::try_from_iter_with_nullable(columns)
            .map(Self)
            .map_err(wrong)
    }

    /// A table of rows, which have the columns of the first one.
    #[staticmethod]
    fn of_rows(py: Python<'_>, rows: Vec<Bound<'_, PyDict>>) -> PyResult<Self> {
        let columns = PyDict::new(py);
        for name in rows.first().into_iter().flat_map(|row| row.keys()) {
            let values = rows.iter().map(|row| row.get_item(&name));
            columns.set_item(&name, values.collect::<PyResult<Vec<_>>>()?)?;
        }
        Self::new(&columns)
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

    /// The bytes of a column of numbers and the name of their type, for numpy.frombuffer. Where a number is missing there is 0.
    fn buffer<'py>(&self, py: Python<'py>, name: &str) -> PyResult<(Bound<'py, PyBytes>, String)> {
        let column = self.named(name)?;
        let kind = column.data_type();
        if !kind.is_primitive() {
            let text = format!("column {name:?} has no numbers");
            return Err(PyTypeError::new_err(text));
        }
        let bytes = column.to_data().buffers()[0].clone();
        let kind = kind.to_string().to_lowercase();
        Ok((PyBytes::new(py, bytes.as_slice()), kind))
    }

    /// How many rows there are.
    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    /// Whether there is a column of this name.
    fn __contains__(&self, name: &str) -> bool {
        self.0.column_by_name(name).is_some()
    }

    /// The names of the columns, as of a dictionary.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.column_names())?.try_iter()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (self.to_dict(py)?,)).into_pyobject(py)
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

/// A column of the narrowest type that has all the values.
fn column(values: &[Bound<'_, PyAny>]) -> PyResult<ArrayRef> {
    let given = || values.iter().filter(|value| !value.is_none());
    if given().all(|value| value.is_instance_of::<PyBool>()) {
        let column = values.iter().map(|value| value.extract::<Option<bool>>());
        return Ok(Arc::new(column.collect::<PyResult<BooleanArray>>()?));
    }
    if given().all(|value| value.is_instance_of::<PyInt>()) {
        let column = values.iter().map(|value| value.extract::<Option<i64>>());
        return Ok(Arc::new(column.collect::<PyResult<Int64Array>>()?));
    }
    let is_number = |value: &Bound<'_, PyAny>| {
        value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>()
    };
    if given().all(is_number) {
        let column = values.iter().map(|value| value.extract::<Option<f64>>());
        return Ok(Arc::new(column.collect::<PyResult<Float64Array>>()?));
    }
    let text = |value: &Bound<'_, PyAny>| -> PyResult<Option<String>> {
        let text = (!value.is_none()).then(|| value.str()).transpose()?;
        text.map(|text| Ok(text.to_str()?.to_owned())).transpose()
    };
    let column = values.iter().map(text);
    Ok(Arc::new(column.collect::<PyResult<StringArray>>()?))
}

/// The values of a column as Python has them.
fn values<'py>(py: Python<'py>, column: &ArrayRef) -> PyResult<Bound<'py, PyList>> {
    match column.data_type() {
        DataType::Boolean => PyList::new(py, column.as_boolean().iter()),
        DataType::Int32 => PyList::new(py, column.as_primitive::<Int32Type>().iter()),
        DataType::Int64 => PyList::new(py, column.as_primitive::<Int64Type>().iter()),
        DataType::UInt64 => PyList::new(py, column.as_primitive::<UInt64Type>().iter()),
        DataType::Float32 => PyList::new(py, column.as_primitive::<Float32Type>().iter()),
        DataType::Float64 => PyList::new(py, column.as_primitive::<Float64Type>().iter()),
        DataType::Utf8 => PyList::new(py, column.as_string::<i32>().iter()),
        other => Err(PyTypeError::new_err(format!(
            "columns of {other} are read by Arrow alone"
        ))),
    }
}
