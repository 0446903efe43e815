//! [`bundle`]: the modules of the page as one script, since over a slow connection fifty requests take ten times as long as one.

use std::collections::HashMap;
use std::fmt::Write;

/// A module and all that it imports as one script. Each becomes a function that is called once, after those that it imports.
///
/// Only what the page uses is understood: `import { a, b as c } from "./file.js";` and `export` before a declaration.
///
/// # Errors
/// A module is missing or written in another way, or modules import each other in a circle.
pub(crate) fn bundle(entry: &str, read: impl Fn(&str) -> Option<String>) -> Result<String, String> {
    let mut bundle = Bundle {
        read,
        numbers: HashMap::new(),
        script: String::new(),
    };
    bundle.add(entry)?;
    Ok(bundle.script)
}

struct Bundle<R> {
    read: R,
    /// The numbers of the modules by their addresses; `None` for one whose imports are being added.
    numbers: HashMap<String, Option<usize>>,
    script: String,
}

impl<R: Fn(&str) -> Option<String>> Bundle<R> {
    /// Adds a module, unless it is there, and returns its number.
    fn add(&mut self, address: &str) -> Result<usize, String> {
        match self.numbers.get(address) {
            Some(Some(number)) => return Ok(*number),
            Some(None) => return Err(format!("{address} imports itself by way of others")),
            None => self.numbers.insert(address.to_owned(), None),
        };
        let source = (self.read)(address).ok_or_else(|| format!("there is no {address}"))?;
        let (mut body, mut exports) = (String::new(), Vec::new());
        let mut rest = source.as_str();
        while !rest.is_empty() {
            let is_import = rest.starts_with("import ");
            let end = if is_import { ";\n" } else { "\n" };
            let length = rest.find(end).map_or(rest.len(), |at| at + end.len());
            let (statement, after) = rest.split_at(length);
            rest = after;
            if is_import {
                let unknown = || format!("{address}: {statement:?} cannot be bundled");
                let (names, from) = imported(statement).ok_or_else(unknown)?;
                let number = self.add(&resolve(address, from))?;
                let names = names.replace(" as ", ": ");
                // Writing to a string cannot fail.
                let _ = writeln!(body, "const {{{names}}} = $${number};");
            } else if let Some(declaration) = statement.strip_prefix("export ") {
                let unknown = || format!("{address}: {statement:?} cannot be bundled");
                exports.push(declared(declaration).ok_or_else(unknown)?);
                body += declaration;
            } else {
                body += statement;
            }
        }
        let number = self.numbers.values().flatten().count();
        let exports = exports.join(", ");
        let _ = write!(
            self.script,
            "// {address}\nconst $${number} = (() => {{\n{body}\nreturn {{ {exports} }};\n}})();\n"
        );
        self.numbers.insert(address.to_owned(), Some(number));
        Ok(number)
    }
}

/// The names of an import, and where they come from.
fn imported(statement: &str) -> Option<(&str, &str)> {
    let (names, from) = statement.strip_prefix("import {")?.split_once('}')?;
    let from = from.trim().strip_prefix("from \"")?.strip_suffix("\";")?;
    Some((names, from))
}

/// The name that a declaration declares.
fn declared(declaration: &str) -> Option<&str> {
    let starts = [
        "async function* ",
        "async function ",
        "function* ",
        "function ",
        "class ",
        "const ",
    ];
    let name = starts
        .into_iter()
        .find_map(|start| declaration.strip_prefix(start))?;
    let end = name.find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '$');
    Some(&name[..end?])
}

/// The address of a file that a module names relative to itself.
fn resolve(module: &str, file: &str) -> String {
    let mut parts: Vec<&str> = module.split('/').collect();
    parts.pop();
    for part in file.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[(&str, &str)]) -> Result<String, String> {
        let read = |address: &str| {
            let found = files.iter().find(|(name, _)| *name == address);
            found.map(|(_, text)| (*text).to_owned())
        };
        bundle("js/main.js", read)
    }

    #[test]
    fn a_module_comes_once_and_after_those_that_it_imports() {
        let script = of(&[
            (
                "js/main.js",
                "import { one as first } from \"./part/one.js\";\nimport {\n  two,\n} from \"./two.js\";\nfirst(two);\n",
            ),
            (
                "js/part/one.js",
                "import { two } from \"../two.js\";\nexport function one(x) { return x + two; }\n",
            ),
            ("js/two.js", "export const two = 2;\n"),
        ]);
        let script = script.unwrap();
        assert_eq!(script.matches("const two = 2;").count(), 1);
        let order = [
            "// js/two.js",
            "return { two };",
            "// js/part/one.js",
            "const { two } = $$0;",
            "const { one: first } = $$1;",
        ];
        let places: Vec<usize> = order
            .iter()
            .map(|text| script.find(text).expect(text))
            .collect();
        assert!(places.is_sorted(), "{script}");
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for (main, other) in [
            ("import { a } from \"./none.js\";\n", ""),
            ("import a from \"./other.js\";\n", ""),
            ("export default 1;\n", ""),
            (
                "import { a } from \"./other.js\";\n",
                "import { b } from \"./main.js\";\n",
            ),
        ] {
            assert!(
                of(&[("js/main.js", main), ("js/other.js", other)]).is_err(),
                "{main}"
            );
        }
    }
}
