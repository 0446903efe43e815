//! The page that describes the API, written from its `OpenAPI` description.

use serde_json::Value;
use std::fmt::{self, Write};
use utoipa::openapi::OpenApi;

/// The description as HTML, without scripts and without requests to other sites.
pub(crate) fn write(description: &OpenApi) -> String {
    let description = serde_json::to_value(description).unwrap_or_default();
    let mut html = String::new();
    write_page(&mut html, &description).expect("writing to a string cannot fail");
    html
}

fn write_page(html: &mut String, api: &Value) -> fmt::Result {
    let title = text(&api["info"]["title"]);
    writeln!(
        html,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>The API of {title}</title>\n\
         <link rel=\"icon\" href=\"/icon.svg\">\n<link rel=\"stylesheet\" href=\"/style.css\">\n</head>\n<body class=\"docs\">\n<main>\n\
         <h1>The API of {title}</h1>\n<p>{}</p>\n\
         <p><a href=\"/\">The page</a> · <a href=\"/api/v1/openapi.json\">OpenAPI as JSON</a></p>",
        text(&api["info"]["description"])
    )?;
    for (path, methods) in entries(&api["paths"]) {
        for (method, operation) in entries(methods) {
            write_operation(
                html,
                &format!("{} {path}", method.to_uppercase()),
                operation,
            )?;
        }
    }
    writeln!(html, "<h2>Types</h2>")?;
    for (name, schema) in entries(&api["components"]["schemas"]) {
        write_schema(html, name, schema)?;
    }
    writeln!(html, "</main>\n</body>\n</html>")
}

fn write_operation(html: &mut String, name: &str, operation: &Value) -> fmt::Result {
    writeln!(html, "<h2><code>{}</code></h2>", escape(name))?;
    for part in ["summary", "description"] {
        if operation[part].is_string() {
            writeln!(html, "<p>{}</p>", text(&operation[part]))?;
        }
    }
    let parameters = operation["parameters"].as_array();
    if let Some(parameters) = parameters.filter(|parameters| !parameters.is_empty()) {
        writeln!(
            html,
            "<table>\n<tr><th>parameter</th><th>type</th><th></th></tr>"
        )?;
        for parameter in parameters {
            write_row(
                html,
                &parameter["name"],
                &parameter["schema"],
                &parameter["description"],
            )?;
        }
        writeln!(html, "</table>")?;
    }
    for (kind, content) in entries(&operation["requestBody"]["content"]) {
        writeln!(
            html,
            "<p>Body: {} as <code>{}</code></p>",
            kind_of(&content["schema"]),
            escape(kind)
        )?;
    }
    for (status, response) in entries(&operation["responses"]) {
        for (kind, content) in entries(&response["content"]) {
            let schema = kind_of(&content["schema"]);
            writeln!(
                html,
                "<p>{}: {schema} as <code>{}</code></p>",
                escape(status),
                escape(kind)
            )?;
        }
    }
    Ok(())
}

fn write_schema(html: &mut String, name: &str, schema: &Value) -> fmt::Result {
    let id = escape(name);
    writeln!(
        html,
        "<h3 id=\"{id}\"><code>{id}</code></h3>\n<p>{}</p>",
        text(&schema["description"])
    )?;
    let parts = schema["allOf"]
        .as_array()
        .map_or_else(|| vec![schema], |all| all.iter().collect());
    writeln!(html, "<table>")?;
    for part in parts {
        if part["$ref"].is_string() {
            writeln!(
                html,
                "<tr><td colspan=\"3\">the fields of {}</td></tr>",
                kind_of(part)
            )?;
        }
        for (field, schema) in entries(&part["properties"]) {
            write_row(
                html,
                &Value::from(field.as_str()),
                schema,
                &schema["description"],
            )?;
        }
    }
    writeln!(html, "</table>")?;
    let choices = schema["enum"].as_array().into_iter().flatten().map(text);
    let choices: Vec<String> = choices
        .map(|choice| format!("<code>{choice}</code>"))
        .collect();
    if !choices.is_empty() {
        writeln!(html, "<p>One of {}.</p>", choices.join(", "))?;
    }
    Ok(())
}

fn write_row(html: &mut String, name: &Value, schema: &Value, about: &Value) -> fmt::Result {
    let example = match &schema["example"] {
        Value::Null => String::new(),
        example => format!(" Example: <code>{}</code>", escape(&example.to_string())),
    };
    writeln!(
        html,
        "<tr><td><code>{}</code></td><td>{}</td><td>{}{example}</td></tr>",
        text(name),
        kind_of(schema),
        text(about)
    )
}

/// The type that a schema describes, with a link where it has a name.
fn kind_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"]
        .as_str()
        .and_then(|path| path.rsplit('/').next())
    {
        let name = escape(name);
        return format!("<a href=\"#{name}\">{name}</a>");
    }
    for choice in ["oneOf", "anyOf", "allOf"] {
        if let Some(all) = schema[choice].as_array() {
            let kinds: Vec<String> = all.iter().map(kind_of).collect();
            return kinds.join(" or ");
        }
    }
    match &schema["type"] {
        Value::String(kind) if kind == "array" => format!("list of {}", kind_of(&schema["items"])),
        Value::String(kind) => escape(kind),
        Value::Array(kinds) if kinds.iter().any(|kind| kind == "array") => {
            format!("list of {} or null", kind_of(&schema["items"]))
        }
        Value::Array(kinds) => kinds.iter().map(text).collect::<Vec<_>>().join(" or "),
        _ => "object".to_owned(),
    }
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn text(value: &Value) -> String {
    escape(value.as_str().unwrap_or_default())
}

fn escape(text: &str) -> String {
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    text.replace('"', "&quot;")
}
