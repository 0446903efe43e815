//! [`Games`]: catalogs of several games, for a program that offers all of them.

use crate::catalog::Catalog;
use crate::playable::Playable;
use crate::spec_error::SpecError;
use std::collections::HashSet;

/// One game or several, for a program whose user names a game.
///
/// ```
/// use plywood_search::games::{ConnectFour, TicTacToe};
/// use plywood_catalog::{Catalog, ForEachGame, Games, Playable};
///
/// /// Counts the moves at the start of a game.
/// struct CountMoves(Vec<(String, usize)>);
///
/// impl ForEachGame for CountMoves {
///     fn game<G: Playable>(&mut self, catalog: &Catalog<G>) {
///         self.0
///             .push((catalog.name().to_owned(), catalog.start().legal_moves().len()));
///     }
/// }
/// let games = Catalog::keyed("tic-tac-toe", TicTacToe::new())
///     .and(Catalog::keyed("connect-four", ConnectFour::new()));
/// let mut count = CountMoves(Vec::new());
/// games.each(&mut count);
/// assert_eq!(count.0, [("tic-tac-toe".to_owned(), 9), ("connect-four".to_owned(), 7)]);
/// // Your own games may come first.
/// assert_eq!(
///     Catalog::keyed("mine", TicTacToe::new()).and(games).names(),
///     ["mine", "tic-tac-toe", "connect-four"]
/// );
/// ```
pub trait Games: Sized + Send + Sync + 'static {
    /// Visits every game in the order they were added.
    fn each(&self, visitor: &mut impl ForEachGame);

    /// Adds other games after these: a catalog, or several.
    #[must_use]
    fn and<B: Games>(self, others: B) -> And<Self, B> {
        And(self, others)
    }

    /// Returns the names of all games.
    #[must_use]
    fn names(&self) -> Vec<&'static str> {
        let mut names = Names(Vec::new());
        self.each(&mut names);
        names.0
    }

    /// Checks that no two games have the same name.
    ///
    /// # Errors
    /// [`SpecError::Taken`] with the name.
    fn check_names(&self) -> Result<(), SpecError> {
        let mut known = HashSet::new();
        let twice = self.names().into_iter().find(|name| !known.insert(*name));
        twice.map_or(Ok(()), |name| {
            Err(SpecError::Taken {
                game: "the program".to_owned(),
                kind: "games",
                name: name.to_owned(),
            })
        })
    }

    /// Visits the game with that name.
    ///
    /// # Errors
    /// [`SpecError::Game`], which lists the existing games, if there is none.
    fn one(&self, name: &str, visitor: &mut impl ForEachGame) -> Result<(), SpecError> {
        let mut only = Only {
            name,
            visitor,
            is_found: false,
        };
        self.each(&mut only);
        let is_found = only.is_found;
        is_found
            .then_some(())
            .ok_or_else(|| SpecError::game(name, &self.names()))
    }
}

/// Visits every game of [`Games`] with its type.
pub trait ForEachGame {
    /// Visits a game.
    fn game<G: Playable>(&mut self, catalog: &Catalog<G>);
}

/// Some games, followed by others.
#[derive(Debug, Clone)]
pub struct And<A, B>(A, B);

impl<G: Playable> Games for Catalog<G> {
    fn each(&self, visitor: &mut impl ForEachGame) {
        visitor.game(self);
    }
}

impl<A: Games, B: Games> Games for And<A, B> {
    fn each(&self, visitor: &mut impl ForEachGame) {
        self.0.each(visitor);
        self.1.each(visitor);
    }
}

struct Names(Vec<&'static str>);

impl ForEachGame for Names {
    fn game<G: Playable>(&mut self, catalog: &Catalog<G>) {
        self.0.push(catalog.name());
    }
}

struct Only<'a, V> {
    name: &'a str,
    visitor: &'a mut V,
    is_found: bool,
}

impl<V: ForEachGame> ForEachGame for Only<'_, V> {
    fn game<G: Playable>(&mut self, catalog: &Catalog<G>) {
        if !self.is_found && catalog.name() == self.name {
            self.is_found = true;
            self.visitor.game(catalog);
        }
    }
}
