//! [`Shape`]: written trees, made at random and made smaller.

use fastrand::Rng;
use serde_json::{Value, json};
use std::fmt;

/// A tree in the form of [`Tree`](plywood_search::games::Tree).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    Leaf(i32),
    Node {
        /// The score of the node for searches that stop above the leaves.
        estimate: i32,
        /// The name by which other nodes refer to this one.
        name: Option<char>,
        children: Vec<Shape>,
    },
    /// The node with this name.
    Again(char),
}

/// The properties of a random tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    pub(super) height: u32,
    pub(super) most_moves: usize,
    pub(super) values: (i32, i32),
    /// Every branch has the height of the tree.
    pub(super) is_uniform: bool,
    pub(super) has_estimates: bool,
    pub(super) names: Names,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    None,
    /// Several moves can lead to a node.
    Shared,
    /// A node can repeat below itself.
    Repeated,
}

impl Names {
    /// Finds the kind of names in a tree.
    pub(super) fn of(shape: &Shape) -> Self {
        if shape.repeats(&mut Vec::new()) {
            Self::Repeated
        } else if shape.to_string().contains(':') {
            Self::Shared
        } else {
            Self::None
        }
    }
}

impl Shape {
    /// Returns `true` if a name is used below its own node.
    fn repeats(&self, above: &mut Vec<char>) -> bool {
        match self {
            Self::Leaf(_) => false,
            Self::Again(name) => above.contains(name),
            Self::Node { name, children, .. } => {
                above.extend(*name);
                let repeats = children.iter().any(|child| child.repeats(above));
                above.truncate(above.len() - usize::from(name.is_some()));
                repeats
            }
        }
    }

    pub(super) fn random(style: Style, random: &mut Rng) -> Self {
        Self::grow(style, 0, &mut Vec::new(), random)
    }

    /// Grows a tree. `names` are the names available, with the plies of their nodes.
    fn grow(style: Style, ply: u32, names: &mut Vec<(char, u32)>, random: &mut Rng) -> Self {
        let (low, high) = style.values;
        let is_short = !style.is_uniform && ply > 0 && random.u8(..6) == 0;
        if ply >= style.height || is_short {
            return Self::Leaf(random.i32(low..=high));
        }
        let usable: Vec<char> = names
            .iter()
            .filter(|(_, of)| ply > 0 && of.abs_diff(ply) % 2 == 0)
            .map(|(name, _)| *name)
            .collect();
        if !usable.is_empty() && random.u8(..3) == 0 {
            return Self::Again(usable[random.usize(..usable.len())]);
        }
        let free = char::from(b'a' + u8::try_from(names.len()).unwrap_or(0).min(25));
        let is_named = style.names != Names::None && ply > 0 && names.len() < 6 && random.bool();
        let name = is_named.then_some(free);
        if is_named && style.names == Names::Repeated {
            names.push((free, ply));
        }
        let moves = random
            .usize(1..=style.most_moves)
            .max(if style.is_uniform { 2 } else { 1 });
        let children = (0..moves)
            .map(|_| Self::grow(style, ply + 1, names, random))
            .collect();
        if is_named && style.names == Names::Shared {
            // A name given further down is the next letter.
            if names.iter().any(|(known, _)| *known == free) {
                return Self::node(children, None, style, random);
            }
            names.push((free, ply));
        }
        Self::node(children, name, style, random)
    }

    fn node(children: Vec<Self>, name: Option<char>, style: Style, random: &mut Rng) -> Self {
        let (low, high) = style.values;
        let estimate = if style.has_estimates {
            random.i32(low..=high)
        } else {
            0
        };
        Self::Node {
            estimate,
            name,
            children,
        }
    }

    pub(super) fn height(&self) -> u32 {
        match self {
            Self::Leaf(_) | Self::Again(_) => 0,
            Self::Node { children, .. } => 1 + children.iter().map(Self::height).max().unwrap_or(0),
        }
    }

    /// Returns the number of nodes, and the sum of the numbers' sizes.
    pub(super) fn size(&self) -> (usize, u32) {
        match self {
            Self::Leaf(value) => (1, value.unsigned_abs() * 2 + u32::from(*value < 0)),
            Self::Again(_) => (1, 0),
            Self::Node {
                estimate, children, ..
            } => {
                let own = (1, estimate.unsigned_abs());
                let below = children.iter().map(Self::size);
                below.fold(own, |sum, size| (sum.0 + size.0, sum.1 + size.1))
            }
        }
    }

    /// Returns the trees one step smaller, the largest reductions first. Some can use names that are gone.
    pub(super) fn smaller(&self) -> Vec<Self> {
        match self {
            Self::Again(_) => Vec::new(),
            Self::Leaf(value) => {
                let nearer = [0, value / 2, value - value.signum()];
                let mut values: Vec<i32> = nearer.into_iter().chain([value.abs()]).collect();
                values.dedup();
                values.retain(|other| other != value);
                values.into_iter().map(Self::Leaf).collect()
            }
            Self::Node {
                estimate,
                name,
                children,
            } => {
                let with = |children: Vec<Self>| Self::Node {
                    estimate: *estimate,
                    name: *name,
                    children,
                };
                let mut smaller = vec![Self::Leaf(self.first_leaf())];
                if *estimate != 0 {
                    smaller.push(Self::Node {
                        estimate: 0,
                        name: *name,
                        children: children.clone(),
                    });
                }
                for place in 0..children.len() {
                    if children.len() > 1 {
                        let mut rest = children.clone();
                        rest.remove(place);
                        smaller.push(with(rest));
                    }
                    for child in children[place].smaller() {
                        let mut others = children.clone();
                        others[place] = child;
                        smaller.push(with(others));
                    }
                    // Two plies less, so that the sides to move stay the same below.
                    if let Self::Node {
                        children: below, ..
                    } = &children[place]
                    {
                        let inner = below
                            .iter()
                            .filter(|inner| matches!(inner, Self::Node { .. }));
                        smaller.extend(inner.cloned());
                    }
                }
                smaller.sort_by_key(Self::size);
                smaller.retain(|other| other.size() < self.size());
                smaller
            }
        }
    }

    fn first_leaf(&self) -> i32 {
        match self {
            Self::Leaf(value) => *value,
            Self::Again(_) => 0,
            Self::Node { children, .. } => children.first().map_or(0, Self::first_leaf),
        }
    }

    /// Returns the least and the greatest possible value if only leaves with these values are known.
    pub(super) fn proven(&self, depth: u32, leaves: &[i32], is_max: bool) -> [i32; 2] {
        let known = |value: i32| {
            if leaves.contains(&value) {
                [value, value]
            } else {
                [i32::MIN, i32::MAX]
            }
        };
        match self {
            Self::Leaf(value) => known(*value),
            Self::Node { estimate, .. } if depth == 0 => known(*estimate),
            Self::Again(_) => [i32::MIN, i32::MAX],
            Self::Node { children, .. } => {
                let below = children.iter();
                let below = below.map(|child| child.proven(depth - 1, leaves, !is_max));
                let best = |one: i32, other: i32| {
                    if is_max {
                        one.max(other)
                    } else {
                        one.min(other)
                    }
                };
                let both = |[a, b]: [i32; 2], [c, d]: [i32; 2]| [best(a, c), best(b, d)];
                below.reduce(both).unwrap_or([i32::MIN, i32::MAX])
            }
        }
    }

    /// Returns nested lists; a node with an estimate or a name is an object.
    pub(super) fn json(&self) -> Value {
        match self {
            Self::Leaf(value) => json!(value),
            Self::Again(name) => json!({ "name": name }),
            Self::Node {
                estimate,
                name,
                children,
            } => {
                let moves: Vec<Value> = children.iter().map(Self::json).collect();
                match (estimate, name) {
                    (0, None) => json!(moves),
                    (value, None) => json!({ "value": value, "moves": moves }),
                    (value, Some(name)) => json!({ "name": name, "value": value, "moves": moves }),
                }
            }
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaf(value) => write!(f, "{value}"),
            Self::Again(name) => write!(f, "{name}"),
            Self::Node {
                estimate,
                name,
                children,
            } => {
                if let Some(name) = name {
                    write!(f, "{name}:")?;
                }
                if *estimate != 0 {
                    write!(f, "{estimate}")?;
                }
                for (place, child) in children.iter().enumerate() {
                    write!(f, "{}{child}", if place == 0 { "(" } else { " " })?;
                }
                f.write_str(")")
            }
        }
    }
}
