//! Checks that HTML and SVG are well-formed.

use std::collections::HashSet;

/// An element's name and its attributes.
pub(crate) type Tag<'a> = (&'a str, Vec<(&'a str, &'a str)>);

/// Every tag of a page or a picture.
///
/// # Panics
/// If tags do not nest, an attribute is unquoted or repeated, or a text should be escaped.
pub(crate) fn tags(text: &str) -> Vec<Tag<'_>> {
    let mut rest = text.strip_prefix("<!DOCTYPE html>").unwrap_or(text);
    let (mut open, mut tags) = (Vec::new(), Vec::new());
    while let Some((before, tag)) = rest.split_once('<') {
        assert!(!before.contains('>'), "> in a text: {before:?}");
        let (tag, after) = tag.split_once('>').expect("a tag ends");
        rest = after;
        if tag.starts_with("!--") {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "tags nest");
            continue;
        }
        let (tag, is_empty) = tag
            .strip_suffix('/')
            .map_or((tag, false), |tag| (tag, true));
        let (name, written) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        tags.push((name, attributes(written)));
        if is_empty {
            continue;
        }
        open.push(name);
        // The only tag inside a script or a style is its end.
        if ["script", "style"].contains(&name) {
            let end = rest.find(&format!("</{name}>")).expect("it ends");
            rest = &rest[end..];
        }
    }
    assert!(open.is_empty(), "{open:?} stay open");
    tags
}

fn attributes(mut text: &str) -> Vec<(&str, &str)> {
    let (mut names, mut attributes) = (HashSet::new(), Vec::new());
    text = text.trim();
    while !text.is_empty() {
        let (name, rest) = text.split_once("=\"").expect("a value is quoted");
        let (value, rest) = rest.split_once('"').expect("a quote ends");
        assert!(names.insert(name), "{name} is repeated");
        attributes.push((name, value));
        text = rest.trim_start();
    }
    attributes
}

/// Asserts that the text refers to no other file or server.
pub(crate) fn assert_self_contained(text: &str) {
    let named = text.replace("http://www.w3.org/2000/svg", "");
    for outside in [
        "http:",
        "https:",
        "//www",
        "@import",
        "url(h",
        "fetch(",
        "XMLHttpRequest",
        "import(",
    ] {
        assert!(!named.contains(outside), "{outside}");
    }
    for (name, attributes) in tags(text) {
        assert!(
            !["link", "iframe", "img", "object"].contains(&name),
            "<{name}>"
        );
        for (attribute, value) in attributes {
            let is_reference =
                ["href", "src", "xlink:href", "srcset", "action"].contains(&attribute);
            assert!(
                !is_reference || value.starts_with('#'),
                "{attribute}={value}"
            );
        }
    }
}
