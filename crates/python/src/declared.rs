//! The catalog's declarations, from which `plywood.parts` makes its classes.

use crate::games::chess_catalog;
use crate::values::wrong;
use plywood_catalog::{Part, Resource, Setting, SettingKind, Spec};
use pyo3::prelude::*;
use serde_json::{Value, json};

/// The searches and parts that a class can be made of, as JSON.
#[pyfunction]
pub(crate) fn declarations() -> PyResult<String> {
    let catalog = chess_catalog();
    let mut searches = Vec::new();
    for entry in catalog.strategies() {
        let contender = catalog.contender(entry.name).map_err(wrong)?;
        let search = contender.spec().composition.search();
        // A name for a search with parts or an evaluator is a composition.
        let is_search = |meaning: &Spec| meaning.to_string() == search;
        if !catalog.meaning(entry.name).is_none_or(is_search) {
            continue;
        }
        let settings = catalog.settings(entry.name).map(setting);
        let parts = catalog.parts(entry.name).map(Part::word);
        searches.push(json!({
            "name": entry.name,
            "word": search,
            "about": entry.about,
            "evaluates": contender.facts().evaluates,
            "settings": settings.collect::<Vec<_>>(),
            "parts": parts.collect::<Vec<_>>(),
        }));
    }
    let part = |part: &Part| {
        json!({
            "name": part.full_name(),
            "word": part.word(),
            "about": part.about,
            "role": format!("{:?}", part.role).to_lowercase(),
            "setting": setting(&part.setting),
        })
    };
    let parts: Vec<Value> = Part::all().map(part).collect();
    Ok(json!({"parts": parts, "searches": searches}).to_string())
}

fn setting(setting: &Setting) -> Value {
    let (kind, usual) = match &setting.kind {
        SettingKind::Number { usual, .. } => ("number", serde_json::from_str(usual).ok()),
        SettingKind::Switch => ("switch", None),
        SettingKind::Amount { usual, .. } => ("amount", usual.map(Value::from)),
        SettingKind::Choice { usual, .. } => ("choice", Some(usual.as_str().into())),
        SettingKind::Without(_) => ("without", None),
    };
    let resource = setting.resource.map(|resource| match resource {
        Resource::Megabytes => "mb",
        Resource::Threads => "threads",
        _ => "number",
    });
    json!({
        "name": setting.name,
        "kind": kind,
        "usual": usual,
        "whole": setting.is_whole(),
        "resource": resource,
        "expected": setting.expected(),
    })
}
