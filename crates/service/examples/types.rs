//! Writes the types of requests and answers for TypeScript, from the description of the API.
//!
//! ```sh
//! cargo run -p plywood-service --example types > crates/wasm/npm/api.d.ts
//! ```

use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::io::{self, Write as _};

const HEAD: &str = "\
// The requests and answers of plywood. `cargo run -p plywood-service --example types` writes this file.
";

fn main() -> io::Result<()> {
    io::stdout().write_all(types().as_bytes())
}

/// Returns the whole file.
pub(crate) fn types() -> String {
    let api = serde_json::to_value(plywood_service::description()).expect("it is JSON");
    let schemas = &api["components"]["schemas"];
    let paths = entries(&api["paths"]);
    let asked: Vec<(&String, &String, &Value)> = paths
        .flat_map(|(path, methods)| {
            entries(methods).map(move |(method, what)| (path, method, what))
        })
        .collect();
    let mut sent = BTreeSet::new();
    for (_, _, what) in &asked {
        reach(&what["requestBody"], schemas, &mut sent);
    }
    let declared = entries(schemas).map(|(name, schema)| {
        let declared = declared(name, schema, sent.contains(name.as_str()));
        format!("\n{}export {declared}\n", comment(schema, ""))
    });
    let routes = asked.iter().map(|(path, method, what)| {
        let (about, method, query) = (comment(what, "  "), method.to_uppercase(), query(what));
        let [body, answer] = [&what["requestBody"], &what["responses"]["200"]].map(content);
        format!(
            "{about}  \"{path}\": {{\n    method: \"{method}\";\n    query: {query};\n    body: {body};\n    answer: {answer};\n  }};\n"
        )
    });
    let (declared, routes): (String, String) = (declared.collect(), routes.collect());
    format!(
        "{HEAD}{declared}\n/** The routes: what each takes and what it answers. */\nexport interface Routes {{\n{routes}}}\n"
    )
}

/// Adds the names of all types that a part of the description names, and that these name.
fn reach<'a>(part: &'a Value, schemas: &'a Value, found: &mut BTreeSet<&'a str>) {
    match part {
        Value::Object(fields) => {
            if let Some(name) = reference(fields)
                && found.insert(name)
            {
                reach(&schemas[name], schemas, found);
            }
            fields
                .values()
                .for_each(|field| reach(field, schemas, found));
        }
        Value::Array(all) => all.iter().for_each(|one| reach(one, schemas, found)),
        _ => {}
    }
}

fn reference(schema: &Map<String, Value>) -> Option<&str> {
    let path = schema.get("$ref")?.as_str()?;
    path.rsplit_once('/').map(|(_, name)| name)
}

fn declared(name: &str, schema: &Value, is_sent: bool) -> String {
    if schema["properties"].is_object() {
        format!("interface {name} {}", object(schema, is_sent, ""))
    } else {
        format!("type {name} = {};", kind(schema, is_sent))
    }
}

/// Writes an object type. An answer has all its fields; those of a request may be omitted.
fn object(schema: &Value, is_sent: bool, indent: &str) -> String {
    let required = schema["required"].as_array().into_iter().flatten();
    let required: BTreeSet<&str> = required.filter_map(Value::as_str).collect();
    let fields = entries(&schema["properties"]).map(|(name, field)| {
        let may_miss = is_sent && !required.contains(name.as_str());
        let mark = if may_miss { "?" } else { "" };
        let about = comment(field, &format!("{indent}  "));
        format!("{about}{indent}  {name}{mark}: {};\n", kind(field, is_sent))
    });
    format!("{{\n{}{indent}}}", fields.collect::<String>())
}

fn kind(schema: &Value, is_sent: bool) -> String {
    if let Some(name) = schema.as_object().and_then(reference) {
        return name.to_owned();
    }
    let all = |name: &str, between: &str| {
        let parts = schema[name].as_array()?.iter().map(|part| match part {
            part if part["properties"].is_object() => object(part, is_sent, ""),
            part => kind(part, is_sent),
        });
        Some(parts.collect::<Vec<_>>().join(between))
    };
    let choice = all("oneOf", " | ").or_else(|| all("anyOf", " | "));
    if let Some(parts) = choice.or_else(|| all("allOf", " & ")) {
        return parts;
    }
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<String> = words.iter().map(Value::to_string).collect();
        return words.join(" | ");
    }
    let one = |name: &str| match name {
        "integer" | "number" => "number".to_owned(),
        "array" => match kind(&schema["items"], is_sent) {
            item if item.contains(' ') => format!("({item})[]"),
            item => format!("{item}[]"),
        },
        "object" if schema["additionalProperties"].is_object() => {
            let value = kind(&schema["additionalProperties"], is_sent);
            format!("Record<string, {value}>")
        }
        "object" => "Record<string, unknown>".to_owned(),
        name => name.to_owned(),
    };
    match &schema["type"] {
        Value::String(name) => one(name),
        Value::Array(names) => {
            let names = names.iter().filter_map(Value::as_str).map(one);
            names.collect::<Vec<_>>().join(" | ")
        }
        _ => "unknown".to_owned(),
    }
}

/// Returns the type that a route takes or answers.
fn content(part: &Value) -> String {
    let mut kinds = entries(&part["content"]).map(|(_, content)| kind(&content["schema"], false));
    kinds.next().unwrap_or_else(|| "undefined".to_owned())
}

fn query(what: &Value) -> String {
    let fields = what["parameters"].as_array().into_iter().flatten();
    let fields = fields.map(|field| {
        let name = field["name"].as_str().unwrap_or_default();
        let kind = kind(&field["schema"], true).replace(" | null", "");
        let may_miss = field["required"] != true;
        format!("{name}{}: {kind}", if may_miss { "?" } else { "" })
    });
    let fields: Vec<String> = fields.collect();
    if fields.is_empty() {
        "undefined".to_owned()
    } else {
        format!("{{ {} }}", fields.join("; "))
    }
}

fn comment(schema: &Value, indent: &str) -> String {
    let about = schema["summary"]
        .as_str()
        .or(schema["description"].as_str());
    about.map_or_else(String::new, |about| {
        let about = about.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{indent}/** {about} */\n")
    })
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}
