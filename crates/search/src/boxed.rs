//! Implements the strategy traits for boxes and references, so a strategy chosen at run time, or borrowed, works like any other.

use crate::game::Game;
use crate::strategy::{FixedDepth, Strategy};

/// Passes methods of [`Strategy`](crate::Strategy) and [`FixedDepth`](crate::FixedDepth) on to a strategy inside, for a wrapper that
/// changes the others.
///
/// ```
/// use plywood_search::games::TicTacToe;
/// use plywood_search::{Game, Limits, Observer, Random, Report, Strategy, passes_on};
///
/// /// A strategy with another name.
/// struct Renamed<S>(&'static str, S);
///
/// impl<G: Game, S: Strategy<G>> Strategy<G> for Renamed<S> {
///     fn name(&self) -> String {
///         self.0.to_owned()
///     }
///
///     passes_on!(self => self.1, G: search_observed needs_depth fixed_depth has_depths new_game);
/// }
///
/// let mut dice = Renamed("dice", Random);
/// assert!(!Strategy::<TicTacToe>::needs_depth(&dice));
/// assert!(dice.search(&TicTacToe::new(), &Limits::none()).best_move.is_some());
/// ```
#[macro_export]
macro_rules! passes_on {
    ($self:ident => $to:expr, $G:ty: $($method:ident)+) => {
        $($crate::passes_on!(@ $method $self ($to) $G);)+
    };
    (@ name $self:ident $to:tt $G:ty) => {
        fn name(&$self) -> String {
            $to.name()
        }
    };
    (@ search_observed $self:ident $to:tt $G:ty) => {
        fn search_observed(
            &mut $self,
            position: &$G,
            limits: &$crate::Limits,
            observer: &mut dyn $crate::Observer<<$G as $crate::Game>::Move>,
        ) -> $crate::Report<<$G as $crate::Game>::Move> {
            $to.search_observed(position, limits, observer)
        }
    };
    (@ needs_depth $self:ident $to:tt $G:ty) => {
        fn needs_depth(&$self) -> bool {
            $to.needs_depth()
        }
    };
    (@ fixed_depth $self:ident $to:tt $G:ty) => {
        fn fixed_depth(&mut $self) -> Option<&mut dyn $crate::FixedDepth<$G>> {
            $to.fixed_depth()
        }
    };
    (@ has_depths $self:ident $to:tt $G:ty) => {
        fn has_depths(&$self) -> bool {
            $to.has_depths()
        }
    };
    (@ new_game $self:ident $to:tt $G:ty) => {
        fn new_game(&mut $self) {
            $to.new_game();
        }
    };
    (@ begin $self:ident $to:tt $G:ty) => {
        fn begin(&mut $self) {
            $to.begin();
        }
    };
    (@ is_exact $self:ident $to:tt $G:ty) => {
        fn is_exact(&$self) -> bool {
            $to.is_exact()
        }
    };
    (@ claims $self:ident $to:tt $G:ty) => {
        fn claims(&$self) -> $crate::Claims {
            $to.claims()
        }
    };
    (@ value $self:ident $to:tt $G:ty) => {
        fn value(
            &mut $self,
            position: &$G,
            depth: u32,
            window: $crate::Window,
            state: &mut $crate::SearchState<'_, <$G as $crate::Game>::Move>,
        ) -> Result<$crate::Score, $crate::Stopped> {
            $to.value(position, depth, window, state)
        }
    };
}

macro_rules! pointers {
    ($($Pointer:ty)*) => {
        $(impl<G: Game, S: Strategy<G> + ?Sized> Strategy<G> for $Pointer {
            passes_on!(self => **self, G: name search_observed needs_depth fixed_depth has_depths new_game);
        }

        impl<G: Game, S: FixedDepth<G> + ?Sized> FixedDepth<G> for $Pointer {
            passes_on!(self => **self, G: begin is_exact claims value);
        })*
    };
}
pointers!(Box<S> &mut S);
