//! The scripts that step through a [`RecordedSearch`](super::RecordedSearch) in a browser.

/// The modules that step through a recorded search, by the names under which they import each other. The last one exports `Stepper`, and
/// each comes after those that it imports.
pub const STEPPER: [(&str, &str); 7] = [
    ("score.js", include_str!("stepper/score.js")),
    ("layout.js", include_str!("stepper/layout.js")),
    ("story.js", include_str!("stepper/story.js")),
    ("tree-gestures.js", include_str!("stepper/tree-gestures.js")),
    ("tree-painter.js", include_str!("stepper/tree-painter.js")),
    ("tree-canvas.js", include_str!("stepper/tree-canvas.js")),
    ("stepper.js", include_str!("stepper/stepper.js")),
];

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::{Known, Score};

    #[test]
    fn the_script_has_words_for_every_kind_of_kept_node() {
        let (proof, disproof) = (Some(1), None);
        let all = [
            Known::Games {
                visits: 1,
                points: 0.5,
            },
            Known::Proof { proof, disproof },
            Known::Queued {
                place: 0,
                merit: Score::DRAW,
                is_solved: false,
            },
            Known::Extended,
        ];
        let story = STEPPER.iter().find(|(name, _)| *name == "story.js");
        let (_, story) = story.expect("it is there");
        for known in all {
            // A new case does not compile before it is in the list.
            match known {
                Known::Games { .. }
                | Known::Proof { .. }
                | Known::Queued { .. }
                | Known::Extended => {}
            }
            let words = format!("\n  {}: (", known.name());
            assert!(story.contains(&words), "{known:?}");
        }
    }
}
