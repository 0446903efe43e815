//! The contender that a [`Spec`] describes, and the checks of specs.

use crate::any_evaluator::AnyEvaluator;
use crate::catalog::Catalog;
use crate::catalog::strategies::Strategies;
use crate::contender::{Contender, Search};
use crate::playable::{Playable, check_turns};
use crate::spec::{Composition, EvaluatorSpec, Spec, WITHOUT, Word};
use crate::spec_error::SpecError;
use crate::words::{EXPLORATION, Part, Relation, Role};
use plywood_eval::Score;
use plywood_search::catch_panic;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// Returns the place of a word. A closure would be another one in every game, and sorted by its own code.
const fn place_of(word: &(usize, &String, Option<String>)) -> usize {
    word.0
}

/// Checks that parts have what they need: a table, leaves that are searched, or the absence of others.
fn check_needs(plays_rounds: bool, taken: &[&Part]) -> Result<(), SpecError> {
    // Only ours can be shared by threads.
    let has_table = |is_shared: bool| {
        let mut tables = taken.iter().filter(|part| part.role == Role::Table);
        tables.any(|table| !is_shared || table.is_shared())
    };
    // The trees of best-first search share nothing.
    let is_alone = |part: &Part| plays_rounds && part.role == Role::Threads;
    let needy = taken
        .iter()
        .filter(|part| part.relation == Some(Relation::NeedsTable) && !is_alone(part));
    if let Some(part) = { needy }.find(|part| !has_table(part.role == Role::Threads)) {
        return Err(SpecError::Needs {
            part: part.word().to_owned(),
            needed: "a table",
            example: format!("pvs+table+{}", part.word()),
        });
    }
    let deep = [Role::Ordering, Role::Table, Role::Selectivity];
    let is_deep = taken.iter().any(|part| deep.contains(&part.role));
    if plays_rounds
        && is_deep
        && !taken
            .iter()
            .any(|part| part.relation == Some(Relation::SearchesLeaves))
    {
        return Err(SpecError::Needs {
            part: "an ordering, a table or a selectivity".to_owned(),
            needed: "leaves that are searched",
            example: "monte-carlo+shallow=2+captures".to_owned(),
        });
    }
    Ok(())
}

impl Strategies {
    /// Returns the words that may follow the search.
    fn words(&self, search: &Search) -> Vec<String> {
        let settings = search.settings.iter().filter(|setting| setting.is_offered);
        let settings = settings.map(|setting| setting.name.clone());
        let parts = self.parts_of(search);
        settings
            .chain(parts.map(|part| part.word().to_owned()))
            .collect()
    }

    /// Returns `true` if a label looks like a strategy with a part.
    fn begins_with_name(&self, label: &str) -> bool {
        let first = label.split_once(' ').map(|(first, _)| first);
        first.is_some_and(|first| self.is_taken(first))
    }

    /// Returns the spec with every name replaced by its meaning, its words checked and in order, and the number of its search in this game.
    fn resolved(&self, asked: &Spec, game: &str) -> Result<(Spec, usize), SpecError> {
        let found = self.checked(asked.clone(), game);
        let (spec, number) = found.map_err(|error| match (error, &asked.label) {
            (SpecError::Strategy { name, .. }, Some(label)) if self.begins_with_name(label) => {
                let (label, meant) = (label.clone(), asked.to_string().replace(' ', "+"));
                SpecError::Label { label, name, meant }
            }
            (error, _) => error,
        })?;
        self.searches[number].check_rounds(spec.limits.max_rounds())?;
        Ok((spec, number))
    }

    fn checked(&self, asked: Spec, game: &str) -> Result<(Spec, usize), SpecError> {
        self.check_exclusions(&asked.composition)?;
        let mut spec = asked;
        // A name may stand for another one, but not for itself.
        for _ in 0..=self.named.len() {
            let Some(base) = self.meaning(spec.composition.search()) else {
                break;
            };
            let words = spec.composition.parts().to_vec();
            spec = spec.over(base);
            let search = self.search_of(spec.composition.search());
            let has_without =
                search.is_some_and(|search| search.settings.iter().any(|one| one.name == WITHOUT));
            spec.composition = self.added(spec.composition, words, has_without)?;
        }
        let name = spec.composition.search();
        let number = self.searches.iter().position(|search| search.name == name);
        let number = number.ok_or_else(|| self.unknown(name))?;
        spec.composition = self.in_order(&self.searches[number], &spec.composition, game)?;
        Ok((spec, number))
    }

    /// Checks every word of a composition. Settings of the search stay first, and parts follow in their order.
    fn in_order(
        &self,
        search: &Search,
        composition: &Composition,
        game: &str,
    ) -> Result<Composition, SpecError> {
        let parts = &self.parts;
        let mut ordered = Vec::new();
        for Word { name, value } in composition.parts() {
            let mut settings = search.settings.iter();
            if let Some(setting) = settings.find(|setting| setting.name == *name) {
                ordered.push((0, name, setting.check(value.as_deref())?));
                continue;
            }
            let fits = |part: &Part| part.word() == name && search.takes.contains(&part.role);
            let Some(place) = parts.iter().position(fits) else {
                return Err(self.no_part(search, name));
            };
            if parts[place].is_tactical && !self.is_tactical {
                return Err(SpecError::NotTactical {
                    game: game.to_owned(),
                    part: name.clone(),
                });
            }
            ordered.push((place + 1, name, parts[place].check(value.as_deref())?));
        }
        ordered.sort_by_key(place_of);
        let mut checked = Composition::new(search.name);
        for (_, name, value) in ordered {
            checked.push(name, value.as_deref());
        }
        let words = checked.parts().iter();
        let taken = words.filter_map(|word| self.part(&word.name));
        let taken: Vec<&Part> = taken.collect();
        check_needs(search.takes.contains(&Role::Value), &taken)?;
        if let Some(part) = Part::without_exploration(taken)
            && checked.part(EXPLORATION).is_some()
        {
            return Err(SpecError::Exclusive {
                one: EXPLORATION.to_owned(),
                other: part.word().to_owned(),
            });
        }
        Ok(checked)
    }

    fn no_part(&self, search: &Search, name: &str) -> SpecError {
        let hidden = search.settings.iter().filter(|setting| !setting.is_offered);
        SpecError::Part {
            strategy: search.name.to_owned(),
            part: name.to_owned(),
            takes: self.words(search),
            hidden: hidden.map(|setting| setting.name.clone()).collect(),
        }
    }

    /// Checks that no two words of a composition exclude each other.
    fn check_exclusions(&self, composition: &Composition) -> Result<(), SpecError> {
        for (index, other) in composition.parts().iter().enumerate() {
            let mut before = composition.parts()[..index].iter();
            if let Some(one) = before.find(|one| self.excludes(&one.name, &other.name)) {
                return Err(SpecError::Exclusive {
                    one: one.name.clone(),
                    other: other.name.clone(),
                });
            }
        }
        Ok(())
    }

    /// Adds words to a composition: each replaces one that it excludes, and `without` removes a part, unless the search has a setting of
    /// that name.
    fn added(
        &self,
        base: Composition,
        words: Vec<Word>,
        has_without: bool,
    ) -> Result<Composition, SpecError> {
        let mut composition = base;
        for Word { name, value } in words {
            if name == WITHOUT && !has_without {
                let part = value.unwrap_or_default();
                if composition.part(&part).is_none() {
                    let parts = composition.parts().iter();
                    return Err(SpecError::Value {
                        word: WITHOUT.to_owned(),
                        expected: format!("a part of {composition}"),
                        found: Some(part),
                        known: parts.map(|part| part.name.clone()).collect(),
                    });
                }
                composition = composition.without(&part);
                continue;
            }
            let replaced = composition.parts().iter();
            let replaced: Vec<String> = replaced
                .filter(|part| self.excludes(&part.name, &name))
                .map(|part| part.name.clone())
                .collect();
            for part in replaced {
                composition = composition.without(&part);
            }
            composition = composition.with(&name, value.as_deref());
        }
        Ok(composition)
    }

    pub(super) fn unknown(&self, name: &str) -> SpecError {
        let known = self.listed().map(|entry| entry.name.to_owned()).collect();
        let is_ruled_out = self.ruled_out.contains(&name);
        let name = name.to_owned();
        if is_ruled_out {
            return SpecError::Chance { name, known };
        }
        SpecError::Strategy { name, known }
    }
}

impl<G: Playable> Catalog<G> {
    /// Makes the strategy that a string describes: `[LABEL=]COMPOSITION[:SETTING=VALUE,…]`, as [`Spec`] parses it.
    ///
    /// # Errors
    /// [`SpecError`] with the mistake and the known names.
    pub fn contender(&self, text: &str) -> Result<Contender<G>, SpecError> {
        self.contender_of(text.parse()?)
    }

    /// Makes the strategy of a spec.
    ///
    /// # Errors
    /// [`SpecError`] with the mistake and the known names.
    pub fn contender_of(&self, asked: Spec) -> Result<Contender<G>, SpecError> {
        if let Some(taken) = &self.taken {
            return Err(taken.clone());
        }
        let (mut spec, number) = self.strategies.resolved(&asked, self.name)?;
        let search = &self.strategies.searches[number];
        let named = spec
            .evaluator
            .or_else(|| self.evaluators.for_all().cloned())
            .or_else(|| search.evaluator.map(EvaluatorSpec::named))
            .unwrap_or_else(|| EvaluatorSpec::named(self.evaluators.usual()));
        let evaluator = self.evaluator_of(&named)?;
        spec.evaluator = Some(named);
        let label = asked.label.clone();
        let make = self.makes[number].clone();
        let make = make.ok_or_else(|| self.strategies.unknown(search.name))?;
        Ok(Contender {
            name: label.unwrap_or_else(|| asked.to_string()),
            asked,
            spec,
            search: Arc::clone(search),
            make,
            parts: Arc::clone(&self.strategies.parts),
            own: Arc::clone(&self.own),
            evaluator,
            stop: None,
        })
    }

    /// Checks that the names of strategies and evaluators are unique, that every alias can be made, that every name to be listed and every
    /// default evaluator exists, that every search uses its settings and the evaluator declared for it, and that the sides alternate in a random game.
    ///
    /// # Errors
    /// [`SpecError`] with the repeated, unknown or unused name, the mistake in an alias, or the player that moves again.
    pub fn check(&self) -> Result<(), SpecError> {
        // A panicking game doesn't make the catalog wrong.
        if let Ok(Err(law)) = catch_panic(|| check_turns(&self.start, 1)) {
            let game = self.name.to_owned();
            return Err(SpecError::Turns { game, law });
        }
        if let Some(taken) = &self.taken {
            return Err(taken.clone());
        }
        for name in self
            .strategies
            .searches
            .iter()
            .filter_map(|search| search.evaluator)
        {
            self.any_evaluator(name)?;
        }
        // An error lists every strategy, including unlisted ones.
        let mut all = self.clone();
        all.strategies.listed = None;
        let named = self.strategies.named.iter();
        let aliases = named.filter(|named| named.stands_for.is_some());
        let aliases = aliases.map(|named| named.name);
        let listed = self.strategies.listed.iter().flatten().copied();
        let listed = listed.chain(self.strategies.usual);
        for text in listed.chain(aliases) {
            all.contender(text)?;
        }
        let searches = self.strategies.searches.iter().zip(&self.makes);
        let mut made = searches.filter(|(_, make)| make.is_some());
        made.try_for_each(|(search, _)| self.check_use(search))
    }

    /// Checks that a search reads its settings, and keeps the evaluator that is declared for it.
    fn check_use(&self, search: &Arc<Search>) -> Result<(), SpecError> {
        let unused = |declared: &str| SpecError::Unused {
            game: self.name.to_owned(),
            search: search.name.to_owned(),
            declared: declared.to_owned(),
        };
        let evaluator = AnyEvaluator::new(|_: &G| Score::DRAW);
        let read = Arc::new(Mutex::new(BTreeSet::new()));
        // A setting may be read only where a switch is on.
        for given in [false, true] {
            let mut composition = Composition::new(search.name);
            let settings = search.settings.iter();
            for setting in settings.filter(|setting| given || setting.is_memory()) {
                let value = setting.example();
                composition.push(&setting.name, value.as_deref());
            }
            let mut contender = self.contender_of(composition.into())?;
            contender.evaluator = evaluator.clone();
            let strategy = contender.noting(&read);
            drop(contender);
            if search.evaluator.is_some() && evaluator.is_only_copy() {
                return Err(unused("evaluator"));
            }
            drop(strategy);
        }
        let read = read.lock().unwrap_or_else(PoisonError::into_inner);
        let mut names = search.settings.iter().map(|setting| &setting.name);
        match names.find(|name| !read.contains(*name)) {
            Some(name) => Err(unused(name)),
            None => Ok(()),
        }
    }
}
