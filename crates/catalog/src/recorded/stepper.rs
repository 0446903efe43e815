//! The scripts to step through a [`RecordedSearch`](super::RecordedSearch) in a browser.

/// The modules to step through a recorded search, by the names under which they import each other. The last one exports `Stepper`, and each
/// comes after those that it imports.
pub const STEPPER: [(&str, &str); 7] = [
    ("score.js", include_str!("stepper/score.js")),
    ("layout.js", include_str!("stepper/layout.js")),
    ("story.js", include_str!("stepper/story.js")),
    ("tree-gestures.js", include_str!("stepper/tree-gestures.js")),
    ("tree-painter.js", include_str!("stepper/tree-painter.js")),
    ("tree-canvas.js", include_str!("stepper/tree-canvas.js")),
    ("stepper.js", include_str!("stepper/stepper.js")),
];
