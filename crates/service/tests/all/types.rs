//! The types for TypeScript are those of the description.

#[path = "../../examples/types.rs"]
#[expect(dead_code, reason = "the program's own main")]
mod program;

#[test]
fn the_package_has_the_types_of_the_description() {
    let kept = include_str!("../../../wasm/npm/api.d.ts");
    let command = "cargo run -p plywood-service --example types > crates/wasm/npm/api.d.ts";
    assert!(program::types() == kept, "make them anew: {command}");
}
