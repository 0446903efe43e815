//! Search trees, step by step.

pub(crate) mod search_tree;

/// The modules that step through a recorded search, by the names under which they import each other. The last one exports `Stepper`, and
/// each comes after those that it imports.
pub const STEPPER: [(&str, &str); 7] = [
    ("score.js", include_str!("tree/score.js")),
    ("layout.js", include_str!("tree/layout.js")),
    ("story.js", include_str!("tree/story.js")),
    ("tree-gestures.js", include_str!("tree/tree-gestures.js")),
    ("tree-painter.js", include_str!("tree/tree-painter.js")),
    ("tree-canvas.js", include_str!("tree/tree-canvas.js")),
    ("stepper.js", include_str!("tree/stepper.js")),
];
