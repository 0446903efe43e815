//! The page that describes the API, written from its `OpenAPI` description. The pages served by utoipa's siblings load megabytes of
//! scripts, from another site or as a part of the program.

use serde_json::Value;
use utoipa::openapi::OpenApi;

/// Returns the description as HTML, without scripts and without requests to other sites.
pub(crate) fn write(description: &OpenApi) -> String {
    let api = serde_json::to_value(description).unwrap_or_default();
    let paths = entries(&api["paths"]).flat_map(|(path, methods)| {
        entries(methods).map(move |(method, what)| operation(&method.to_uppercase(), path, what))
    });
    let types = entries(&api["components"]["schemas"]).map(|(name, schema)| named(name, schema));
    format!(
        include_str!("api_page.html"),
        title = text(&api["info"]["title"]),
        about = text(&api["info"]["description"]),
        paths = paths.collect::<String>(),
        types = types.collect::<String>(),
    )
}

/// Returns a route: its purpose, its request, and its answer.
fn operation(method: &str, path: &str, what: &Value) -> String {
    let title = format!("<h2><code>{method} {}</code></h2>\n", escape(path));
    let about = [&what["summary"], &what["description"]].into_iter();
    let about = about.filter(|about| about.is_string());
    let about = about.map(|about| format!("<p>{}</p>\n", text(about)));
    let parameters = what["parameters"].as_array().into_iter().flatten();
    let parameters = table(parameters.map(|it| {
        let name = it["name"].as_str().unwrap_or_default();
        row(name, &it["schema"], &it["description"])
    }));
    let body = ("Body".to_owned(), &what["requestBody"]);
    let responses = || entries(&what["responses"]);
    let is_answer = |status: &str| status.starts_with('2');
    let answers = responses().filter(|(status, _)| is_answer(status));
    let answers = answers.map(|(status, answer)| (escape(status), answer));
    let problems = responses().map(|(status, _)| escape(status));
    let problems: Vec<String> = problems.filter(|status| !is_answer(status)).collect();
    let problem = format!("<a href=\"#Problem\">Problem</a>: {}", problems.join(", "));
    let bodies = std::iter::once(body)
        .chain(answers)
        .flat_map(|(label, part)| {
            entries(&part["content"]).map(move |(kind, content)| {
                let (schema, kind) = (kind_of(&content["schema"]), escape(kind));
                format!("<p>{label}: {schema} as <code>{kind}</code></p>\n")
            })
        });
    let (about, bodies): (String, String) = (about.collect(), bodies.collect());
    format!("{title}{about}{parameters}{bodies}<p>{problem}</p>\n")
}

/// Returns a type with its fields, or with its possible words.
fn named(name: &str, schema: &Value) -> String {
    let (id, about) = (escape(name), text(&schema["description"]));
    let whole = std::slice::from_ref(schema);
    let parts = schema["allOf"].as_array().map_or(whole, Vec::as_slice);
    let rows = parts.iter().flat_map(|part| {
        let other = part["$ref"].is_string().then(|| {
            format!(
                "<tr><td colspan=\"3\">the fields of {}</td></tr>\n",
                kind_of(part)
            )
        });
        let fields = entries(&part["properties"]);
        let fields = fields.map(|(field, schema)| row(field, schema, &schema["description"]));
        other.into_iter().chain(fields)
    });
    let words = schema["enum"].as_array().into_iter().flatten();
    let words: Vec<String> = words
        .map(|word| format!("<code>{}</code>", text(word)))
        .collect();
    let words = match words.as_slice() {
        [] => String::new(),
        words => format!("<p>One of {}.</p>\n", words.join(", ")),
    };
    format!(
        "<h3 id=\"{id}\"><code>{id}</code></h3>\n<p>{about}</p>\n{}{words}",
        table(rows)
    )
}

fn table(rows: impl Iterator<Item = String>) -> String {
    let rows: String = rows.collect();
    if rows.is_empty() {
        rows
    } else {
        format!("<table>\n{rows}</table>\n")
    }
}

fn row(name: &str, schema: &Value, about: &Value) -> String {
    let (name, kind, about) = (escape(name), kind_of(schema), text(about));
    let example = match &schema["example"] {
        Value::Null => String::new(),
        example => format!(" Example: <code>{}</code>", escape(&example.to_string())),
    };
    format!("<tr><td><code>{name}</code></td><td>{kind}</td><td>{about}{example}</td></tr>\n")
}

/// Returns the type that a schema describes, with a link where it has a name.
fn kind_of(schema: &Value) -> String {
    if let Some((_, name)) = schema["$ref"]
        .as_str()
        .and_then(|path| path.rsplit_once('/'))
    {
        let name = escape(name);
        return format!("<a href=\"#{name}\">{name}</a>");
    }
    let choices = ["oneOf", "anyOf", "allOf"]
        .iter()
        .find_map(|choice| schema[choice].as_array());
    let one = |kind: &Value| match kind.as_str() {
        Some("array") => format!("list of {}", kind_of(&schema["items"])),
        Some(kind) => escape(kind),
        None => "object".to_owned(),
    };
    let kinds: Vec<String> = match (choices, &schema["type"]) {
        (Some(all), _) => all.iter().map(kind_of).collect(),
        (None, Value::Array(kinds)) => kinds.iter().map(one).collect(),
        (None, kind) => return one(kind),
    };
    kinds.join(" or ")
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
