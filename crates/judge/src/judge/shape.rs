//! [`Shape`]: written trees, made at random and made smaller.

use crate::judge::search::{INFINITE, OPEN};
use crate::log_check::WON;
use fastrand::Rng;
use serde_json::{Value, json};
use std::fmt;

/// A tree in the form of [`Tree`](plywood_search::games::Tree): a leaf has no moves, and a name without moves is the node of that name again.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Shape {
    /// The name by which other nodes refer to this one.
    name: Option<char>,
    /// The value of a leaf, and of a node for searches that stop above the leaves.
    value: i32,
    moves: Vec<Shape>,
}

/// The properties of a random tree.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a property of its own"
)]
pub(super) struct Style {
    pub(super) height: u32,
    pub(super) most_moves: usize,
    pub(super) values: (i32, i32),
    /// Leaves can be wins for either side.
    pub(super) has_wins: bool,
    /// A name comes again where the other side is to move, for another node.
    pub(super) has_both_sides: bool,
    /// Every branch has the height of the tree.
    pub(super) is_uniform: bool,
    pub(super) has_estimates: bool,
    pub(super) names: Names,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Names {
    None,
    /// Several moves can lead to a node.
    Shared,
    /// A node can repeat below itself.
    Repeated,
}

impl Shape {
    pub(super) fn name(&self) -> Option<char> {
        self.name
    }

    pub(super) fn value(&self) -> i32 {
        self.value
    }

    pub(super) fn moves(&self) -> &[Self] {
        &self.moves
    }

    fn leaf(value: i32) -> Self {
        Self {
            value,
            ..Self::default()
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
            let win = (style.has_wins && random.bool()).then(|| [WON, -WON][random.usize(..2)]);
            return Self::leaf(win.unwrap_or_else(|| random.i32(low..=high)));
        }
        let same_side = |(_, of): &&(char, u32)| of.abs_diff(ply) % 2 == 0;
        let usable: Vec<_> = names.iter().filter(same_side).collect();
        if ply > 0 && !usable.is_empty() && random.u8(..3) == 0 {
            let (name, _) = *usable[random.usize(..usable.len())];
            return Self {
                name: Some(name),
                ..Self::default()
            };
        }
        let is_taken = |name: &&(char, u32)| !style.has_both_sides || same_side(name);
        let taken = names.iter().filter(is_taken).count();
        let free = char::from(b'a' + u8::try_from(taken).unwrap_or(0).min(25));
        // In JSON a name is small; where the side to move at the root is to move it's another node.
        let free = match ply % 2 {
            0 => free.to_ascii_uppercase(),
            _ => free,
        };
        let mut is_named =
            style.names != Names::None && ply > 0 && names.len() < 6 && random.bool();
        if is_named && style.names == Names::Repeated {
            names.push((free, ply));
        }
        let fewest = if style.is_uniform { 2 } else { 1 };
        let moves = random.usize(1..=style.most_moves).max(fewest);
        let moves = (0..moves).map(|_| Self::grow(style, ply + 1, names, random));
        let moves = moves.collect();
        if is_named && style.names == Names::Shared {
            // A node further down may have the name now.
            is_named = names.iter().all(|(known, _)| *known != free);
            names.extend(is_named.then_some((free, ply)));
        }
        let estimate = style.has_estimates.then(|| random.i32(low..=high));
        Self {
            name: is_named.then_some(free),
            value: estimate.unwrap_or(0),
            moves,
        }
    }

    /// Finds the kind of names in the tree.
    pub(super) fn names(&self) -> Names {
        self.names_below(&mut Vec::new())
    }

    fn names_below(&self, above: &mut Vec<char>) -> Names {
        let own = match self.name {
            Some(name) if above.contains(&name) => Names::Repeated,
            Some(_) => Names::Shared,
            None => Names::None,
        };
        above.extend(self.name);
        let below = self.moves.iter().map(|child| child.names_below(above));
        let names = below.fold(own, Names::max);
        above.truncate(above.len() - usize::from(self.name.is_some()));
        names
    }

    pub(super) fn height(&self) -> u32 {
        let below = self.moves.iter().map(|child| 1 + child.height());
        below.max().unwrap_or(0)
    }

    /// Returns the leaves of a search to a depth, in order.
    pub(super) fn leaves(&self, depth: u32) -> Vec<i32> {
        if self.moves.is_empty() || depth == 0 {
            return vec![self.value];
        }
        let below = self.moves.iter().map(|child| child.leaves(depth - 1));
        below.flatten().collect()
    }

    /// Returns the number of nodes, and the sum of the numbers' sizes.
    pub(super) fn size(&self) -> (usize, u32) {
        let own = match self.moves.as_slice() {
            [] => self.value.unsigned_abs() * 2 + u32::from(self.value < 0),
            _ => self.value.unsigned_abs(),
        };
        let below = self.moves.iter().map(Self::size);
        below.fold((1, own), |sum, size| (sum.0 + size.0, sum.1 + size.1))
    }

    /// Returns the trees one step smaller, the smallest first. Some can use names that are gone.
    pub(super) fn smaller(&self) -> Vec<Self> {
        let (value, moves) = (self.value, &self.moves);
        if moves.is_empty() {
            let mut values = vec![0, value / 2, value - value.signum(), value.abs()];
            values.dedup();
            values.retain(|other| *other != value);
            return values.into_iter().map(Self::leaf).collect();
        }
        let with = |moves: Vec<Self>| Self {
            moves,
            ..self.clone()
        };
        let without_estimate = Self {
            value: 0,
            ..self.clone()
        };
        let mut smaller = vec![Self::leaf(self.first_leaf()), without_estimate];
        for (place, child) in moves.iter().enumerate() {
            if moves.len() > 1 {
                smaller.push(with([&moves[..place], &moves[place + 1..]].concat()));
            }
            smaller.extend(child.smaller().into_iter().map(|child| {
                let mut others = moves.clone();
                others[place] = child;
                with(others)
            }));
            // Two plies less, so that the sides to move stay the same below.
            let inner = child.moves.iter().filter(|inner| !inner.moves.is_empty());
            smaller.extend(inner.cloned());
        }
        smaller.sort_by_key(Self::size);
        smaller.retain(|other| other.size() < self.size());
        smaller
    }

    fn first_leaf(&self) -> i32 {
        self.moves.first().map_or(self.value, Self::first_leaf)
    }

    /// Returns the least and the greatest possible value of a tree without names if only leaves with these values are known. `side` is 1 if the
    /// side to move at the root is to move, and -1 if it isn't.
    pub(super) fn proven(&self, depth: u32, leaves: &[i32], side: i32) -> [i32; 2] {
        if self.moves.is_empty() || depth == 0 {
            let known = leaves.contains(&self.value).then_some(side * self.value);
            return known.map_or(OPEN, |value| [value; 2]);
        }
        let below = self.moves.iter();
        let below = below.map(|child| child.proven(depth - 1, leaves, -side));
        below.fold([-INFINITE; 2], |[a, b], [low, high]| {
            [a.max(-high), b.max(-low)]
        })
    }

    /// Reads nested lists of numbers.
    #[cfg(test)]
    pub(super) fn read(json: &Value) -> Self {
        let moves = json
            .as_array()
            .into_iter()
            .flatten()
            .map(Self::read)
            .collect();
        let value = json.as_i64().and_then(|value| i32::try_from(value).ok());
        Self {
            moves,
            ..Self::leaf(value.unwrap_or(0))
        }
    }

    /// Returns nested lists; a node with an estimate or a name is an object.
    pub(super) fn json(&self) -> Value {
        let moves: Vec<Value> = self.moves.iter().map(Self::json).collect();
        match (self.name, self.value) {
            (Some(name), _) if moves.is_empty() => json!({ "name": name.to_ascii_lowercase() }),
            (None, WON) if moves.is_empty() => json!("win"),
            (None, value) if moves.is_empty() && value == -WON => json!("loss"),
            (None, value) if moves.is_empty() => json!(value),
            (None, 0) => json!(moves),
            (None, value) => json!({ "value": value, "moves": moves }),
            (Some(name), value) => {
                json!({ "name": name.to_ascii_lowercase(), "value": value, "moves": moves })
            }
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name, self.moves.as_slice()) {
            (Some(name), []) => return write!(f, "{name}"),
            (None, []) => return write!(f, "{}", self.value),
            (Some(name), _) => write!(f, "{name}:")?,
            (None, _) => {}
        }
        if self.value != 0 {
            write!(f, "{}", self.value)?;
        }
        for (place, child) in self.moves.iter().enumerate() {
            write!(f, "{}{child}", if place == 0 { "(" } else { " " })?;
        }
        f.write_str(")")
    }
}
