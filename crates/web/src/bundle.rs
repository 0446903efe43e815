//! [`bundle`]: the modules of the page as one script. One by one they take three times as long to load over a line of 100 ms
//! (2.0 s and 0.6 s, `modulepreload` or not) and twice as many bytes, and bundlers of npm would bring a build step.

use std::collections::HashMap;
use std::fmt::Write;
use std::mem::take;

/// A module and all that it imports as one script. Each becomes a function that is called once, after those that it imports.
///
/// Only what the page uses is understood: `import { a, b as c } from "./file.js";`, `export` before a declaration, and
/// `import("./file.js")` for a module that is loaded when it is needed. That one becomes a script of its own, with what it
/// imports and the first script lacks; `serve` gets it with its address and gives the address at which it is served.
///
/// # Errors
/// A module is missing or written in another way, or modules import each other in a circle.
pub(crate) fn bundle(
    entry: &str,
    read: impl Fn(&str) -> Option<String>,
    mut serve: impl FnMut(&str, String) -> String,
) -> Result<String, String> {
    let mut bundle = Bundle {
        read,
        numbers: HashMap::new(),
        later: Vec::new(),
        script: String::new(),
    };
    bundle.add(entry)?;
    let (numbers, mut script) = (bundle.numbers.clone(), take(&mut bundle.script));
    let names: Vec<String> = (0..numbers.len())
        .map(|number| format!("$${number}"))
        .collect();
    let shared = names.join(", ");
    for address in take(&mut bundle.later) {
        bundle.numbers.clone_from(&numbers);
        let number = bundle.add(&address)?;
        if !bundle.later.is_empty() {
            return Err(format!("{address}, which comes later, loads another one"));
        }
        let modules = take(&mut bundle.script);
        // Its modules are made once, however often they are asked for.
        let part = format!(
            "let made;\nexport default ([{shared}]) => (made ??= (() => {{\n{modules}return $${number};\n}})());\n"
        );
        let served = serve(&address, part);
        let load = format!("import(\"{served}\").then((part) => part.default([{shared}]))");
        script = script.replace(&format!("import(\"{address}\")"), &load);
    }
    Ok(script)
}

struct Bundle<R> {
    read: R,
    /// The numbers of the modules by their addresses; `None` for one whose imports are being added.
    numbers: HashMap<String, Option<usize>>,
    /// The modules that are loaded when they are needed.
    later: Vec<String>,
    script: String,
}

impl<R: Fn(&str) -> Option<String>> Bundle<R> {
    /// Adds a module, unless it is there, and returns its number.
    fn add(&mut self, address: &str) -> Result<usize, String> {
        if let Some(number) = self.numbers.get(address) {
            return number.ok_or_else(|| format!("{address} imports itself by way of others"));
        }
        self.numbers.insert(address.to_owned(), None);
        let source = (self.read)(address).ok_or_else(|| format!("there is no {address}"))?;
        // Writing to a string cannot fail.
        let (mut body, mut exports) = (String::new(), Vec::new());
        let mut lines = source.split_inclusive('\n');
        while let Some(line) = lines.next() {
            let unknown = || format!("{address}: {line:?} cannot be bundled");
            if line.starts_with("import ") {
                let mut statement = line.to_owned();
                while !statement.ends_with(";\n") {
                    statement += lines.next().ok_or_else(unknown)?;
                }
                let (names, from) = imported(&statement).ok_or_else(unknown)?;
                let (names, number) = (
                    names.replace(" as ", ": "),
                    self.add(&resolve(address, from))?,
                );
                let _ = writeln!(body, "const {{{names}}} = $${number};");
            } else if let Some(declaration) = line.strip_prefix("export ") {
                exports.push(declared(declaration).ok_or_else(unknown)?);
                body += declaration;
            } else if let Some((before, (file, after))) = loaded(line) {
                let later = resolve(address, file);
                let _ = write!(body, "{before}import(\"{later}\"){after}");
                if !self.later.contains(&later) {
                    self.later.push(later);
                }
            } else {
                body += line;
            }
        }
        let (number, exports) = (self.numbers.values().flatten().count(), exports.join(", "));
        let _ = writeln!(
            self.script,
            "// {address}\nconst $${number} = (() => {{\n{body}\nreturn {{ {exports} }};\n}})();"
        );
        self.numbers.insert(address.to_owned(), Some(number));
        Ok(number)
    }
}

/// The names of an import, and where they come from.
fn imported(statement: &str) -> Option<(&str, &str)> {
    let (names, from) = statement
        .strip_prefix("import {")?
        .split_once("} from \"")?;
    Some((names, from.strip_suffix("\";\n")?))
}

/// What a line loads when it is needed, with what stands before and after it.
fn loaded(line: &str) -> Option<(&str, (&str, &str))> {
    let (before, rest) = line.split_once("import(\"")?;
    Some((before, rest.split_once("\")")?))
}

/// The name that a declaration declares.
fn declared(declaration: &str) -> Option<&str> {
    const STARTS: [&str; 4] = ["async", "function", "class", "const"];
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    let mut words = declaration
        .split(|letter| !is_letter(letter))
        .filter(|word| !word.is_empty());
    words.next().filter(|first| STARTS.contains(first))?;
    words.find(|word| !STARTS.contains(word))
}

/// The address of a file that a module names relative to itself, or by its whole address.
fn resolve(module: &str, file: &str) -> String {
    if let Some(address) = file.strip_prefix('/') {
        return address.to_owned();
    }
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
        let serve = |address: &str, part: String| format!("/later?{address}{part}");
        bundle("js/main.js", read, serve)
    }

    #[test]
    fn a_module_that_is_loaded_later_is_a_script_of_its_own_and_has_the_others_from_the_first() {
        let script = of(&[
            (
                "js/main.js",
                "import { two } from \"./two.js\";\nconst load = () => import(\"/js/part/later.js\");\nload(two);\n",
            ),
            (
                "js/part/later.js",
                "import { two } from \"../two.js\";\nimport { more } from \"./more.js\";\nexport const five = two + more;\n",
            ),
            ("js/part/more.js", "export const more = 3;\n"),
            ("js/two.js", "export const two = 2;\n"),
        ]);
        let script = script.unwrap();
        let order = [
            "const two = 2;",
            "const load = () => import(\"/later?js/part/later.js",
            "export default ([$$0, $$1]) => (made ??= (() => {",
            "const more = 3;",
            "const { two } = $$0;",
            "const { more } = $$2;",
            "return $$3;",
            "\").then((part) => part.default([$$0, $$1]));",
        ];
        let mut rest = script.as_str();
        for text in order {
            let at = rest
                .find(text)
                .unwrap_or_else(|| panic!("{text}: {script}"));
            rest = &rest[at..];
        }
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
