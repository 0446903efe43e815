//! Code compiled for several processors, and the choice at run time.
//!
//! A default x86-64 build must not assume POPCNT or PEXT, which costs a third of its speed. So work
//! where this matters is a [`Multiversion`], which is compiled once for each [`Cpu`], and
//! [`dispatch`] calls the version for the processor on which the program runs. A build for the native
//! processor decides at compile time.
//!
//! ```
//! use plywood_core::cpu::{Cpu, Multiversion, dispatch};
//!
//! /// How many squares all rooks attack.
//! struct Rooks(u64);
//!
//! impl Multiversion for Rooks {
//!     type Output = u32;
//!
//!     #[inline(always)]
//!     fn run<M: Cpu>(self) -> u32 {
//!         let attacked = (0..64).filter(|square| self.0 >> square & 1 == 1);
//!         attacked.map(|square| M::rook(square, self.0).count_ones()).sum()
//!     }
//! }
//! assert_eq!(dispatch(Rooks(1)), 14);
//! ```
//!
//! This is the only module with `unsafe`: a function compiled for more than the minimal processor
//! may be called only on a processor with these instructions.

use crate::sliders::hyperbola;

/// The operations that depend on the processor, with code for any. Sets of squares are numbers here, a bit for each square. Only
/// this crate implements it.
pub trait Cpu: Copy + sealed::Sealed {
    /// The squares that a bishop attacks.
    #[inline(always)]
    #[must_use]
    fn bishop(square: usize, occupied: u64) -> u64 {
        hyperbola::bishop(square, occupied)
    }

    /// The squares that a rook attacks.
    #[inline(always)]
    #[must_use]
    fn rook(square: usize, occupied: u64) -> u64 {
        hyperbola::rook(square, occupied)
    }

    /// Whether [`gather`](Self::gather) and [`scatter`](Self::scatter) are one instruction each.
    const GATHERS: bool = false;

    /// The bits of a number at the positions of a mask, packed together (PEXT).
    #[inline]
    #[must_use]
    fn gather(number: u64, mut mask: u64) -> u64 {
        let (mut gathered, mut place) = (0, 0);
        while mask != 0 {
            gathered |= (number >> mask.trailing_zeros() & 1) << place;
            place += 1;
            mask &= mask - 1;
        }
        gathered
    }

    /// The low bits of a number, spread to the positions of a mask (PDEP).
    #[inline]
    #[must_use]
    fn scatter(mut number: u64, mut mask: u64) -> u64 {
        let mut scattered = 0;
        while mask != 0 {
            scattered |= (number & 1) << mask.trailing_zeros();
            number >>= 1;
            mask &= mask - 1;
        }
        scattered
    }

    /// Runs a task with this processor's instructions, without a check that it has them.
    fn call<T: Multiversion>(task: T) -> T::Output;
}

mod sealed {
    /// Only this crate knows which processors there are, so a method can be added without breaking other crates.
    pub trait Sealed {}
}

/// A task that can be compiled for every [`Cpu`].
pub trait Multiversion {
    /// What the task returns.
    type Output;

    /// Does the task. This and all that it calls must be `#[inline(always)]`, or the code is not compiled for that processor.
    fn run<M: Cpu>(self) -> Self::Output;
}

/// Any processor. A build for a better one needs it only in tests.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
#[derive(Clone, Copy)]
pub(crate) struct Portable;

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
impl sealed::Sealed for Portable {}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
impl Cpu for Portable {
    /// Not inlined: the recursion of perft, inlined into itself, takes a minute to compile.
    #[inline(never)]
    fn call<T: Multiversion>(task: T) -> T::Output {
        task.run::<Self>()
    }
}

/// The processor that the build assumes.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
pub(crate) type Assumed = Portable;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub(crate) type Assumed = x86_64::Bmi2;

#[cfg(not(all(target_arch = "x86_64", feature = "std", not(target_feature = "bmi2"))))]
/// Runs a task.
#[inline(always)]
pub fn dispatch<T: Multiversion>(task: T) -> T::Output {
    Assumed::call(task)
}

/// Runs a task with the best code for this processor. On a processor with PEXT this makes perft of
/// a default build 1.8 times as fast. Such a processor is checked for first, and the code for the others is out of line. That
/// saves 5 to 8 % of a task that takes ten nanoseconds, such as `is_legal`.
#[cfg(all(target_arch = "x86_64", feature = "std", not(target_feature = "bmi2")))]
#[inline(always)]
pub fn dispatch<T: Multiversion>(task: T) -> T::Output {
    if x86_64::has_bmi2() {
        x86_64::Bmi2::call(task)
    } else {
        dispatch_without_bmi2(task)
    }
}

/// The same on other processors, and at the first call, before the processor is known.
#[cfg(all(target_arch = "x86_64", feature = "std", not(target_feature = "bmi2")))]
#[inline(never)]
fn dispatch_without_bmi2<T: Multiversion>(task: T) -> T::Output {
    match x86_64::level() {
        x86_64::Level::Bmi2 => x86_64::Bmi2::call(task),
        x86_64::Level::Popcnt => x86_64::Popcnt::call(task),
        x86_64::Level::Minimal => Portable::call(task),
    }
}

/// The better processors. Without `std` the processor is not examined at run time.
#[cfg(all(target_arch = "x86_64", any(feature = "std", target_feature = "bmi2")))]
#[expect(
    unsafe_code,
    reason = "run-time choice of code is worth half of perft's speed, see `dispatch`"
)]
mod x86_64 {
    use core::arch::x86_64::{_pdep_u64, _pext_u64};

    use super::sealed::Sealed;
    use super::{Cpu, Multiversion};
    use crate::sliders::extracted;

    /// A processor with the bit instructions of 2013 (BMI1, BMI2, LZCNT, POPCNT) and AVX2.
    /// The type is used only on such a processor, known at compile time or found by [`level`].
    #[derive(Clone, Copy)]
    pub(crate) struct Bmi2;

    impl Sealed for Bmi2 {}

    impl Cpu for Bmi2 {
        const GATHERS: bool = true;

        #[inline(always)]
        fn gather(number: u64, mask: u64) -> u64 {
            // SAFETY: `Bmi2` runs only on a processor that has PEXT.
            unsafe { _pext_u64(number, mask) }
        }

        #[inline(always)]
        fn scatter(number: u64, mask: u64) -> u64 {
            // SAFETY: `Bmi2` runs only on a processor that has PDEP.
            unsafe { _pdep_u64(number, mask) }
        }

        #[inline(always)]
        fn bishop(square: usize, occupied: u64) -> u64 {
            reach(extracted::BISHOP[square & 63], occupied)
        }

        #[inline(always)]
        fn rook(square: usize, occupied: u64) -> u64 {
            reach(extracted::ROOK[square & 63], occupied)
        }

        /// Not inlined: the recursion of perft, inlined into itself, loses a fifth of its speed.
        #[cfg(target_feature = "bmi2")]
        #[inline(never)]
        fn call<T: Multiversion>(task: T) -> T::Output {
            task.run::<Self>()
        }

        #[cfg(not(target_feature = "bmi2"))]
        #[inline(always)]
        fn call<T: Multiversion>(task: T) -> T::Output {
            // SAFETY: `Bmi2` runs only on a processor that has these instructions.
            unsafe { with_bmi2(task) }
        }
    }

    /// Looks up the attacks of a slider. Without the bounds check perft is 3.5 % faster.
    #[inline(always)]
    fn reach(slice: extracted::Slice, occupied: u64) -> u64 {
        // SAFETY: `Bmi2` runs only on a processor that has PEXT. PEXT gives a number below two to
        // the count of relevant squares, and the table has that many answers from each start on, which
        // `sliders` asserts at compile time for every slice.
        unsafe {
            let gathered = _pext_u64(occupied, slice.relevant) as usize;
            *extracted::REACH.get_unchecked(slice.start as usize + gathered)
        }
    }

    #[cfg(not(target_feature = "bmi2"))]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn with_bmi2<T: Multiversion>(task: T) -> T::Output {
        task.run::<Bmi2>()
    }

    #[cfg(all(feature = "std", not(target_feature = "bmi2")))]
    pub(crate) use run_time::{Level, Popcnt, has_bmi2, level};

    #[cfg(all(feature = "std", not(target_feature = "bmi2")))]
    mod run_time {
        use core::sync::atomic::{AtomicU8, Ordering};

        use super::super::sealed::Sealed;
        use super::super::{Cpu, Multiversion};

        /// A processor with POPCNT, but without a fast PEXT.
        #[derive(Clone, Copy)]
        pub(crate) struct Popcnt;

        impl Sealed for Popcnt {}

        impl Cpu for Popcnt {
            #[inline(always)]
            fn call<T: Multiversion>(task: T) -> T::Output {
                // SAFETY: `Popcnt` is named only where `level` found the instruction.
                unsafe { with_popcnt(task) }
            }
        }

        #[target_feature(enable = "popcnt")]
        fn with_popcnt<T: Multiversion>(task: T) -> T::Output {
            task.run::<Popcnt>()
        }

        /// The three levels of x86-64 processors that have code of their own.
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Level {
            Minimal = 1,
            Popcnt = 2,
            Bmi2 = 3,
        }

        /// The level of this processor; 0 until it is found.
        static FOUND: AtomicU8 = AtomicU8::new(0);

        /// Whether this processor is known to be at the highest level.
        #[inline(always)]
        pub(crate) fn has_bmi2() -> bool {
            FOUND.load(Ordering::Relaxed) == Level::Bmi2 as u8
        }

        /// The level of this processor, found at the first call and then kept.
        pub(crate) fn level() -> Level {
            match FOUND.load(Ordering::Relaxed) {
                3 => Level::Bmi2,
                2 => Level::Popcnt,
                1 => Level::Minimal,
                _ => {
                    let level = find();
                    FOUND.store(level as u8, Ordering::Relaxed);
                    level
                }
            }
        }

        #[cold]
        fn find() -> Level {
            let fast_pext = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt")
                && !has_slow_pext();
            if fast_pext {
                Level::Bmi2
            } else if is_x86_feature_detected!("popcnt") {
                Level::Popcnt
            } else {
                Level::Minimal
            }
        }

        /// AMD processors before Zen 3 (family 25) execute PEXT in microcode, slower than arithmetic.
        fn has_slow_pext() -> bool {
            let vendor = core::arch::x86_64::__cpuid(0);
            let is_amd = vendor.ebx == u32::from_le_bytes(*b"Auth");
            let signature = core::arch::x86_64::__cpuid(1).eax;
            let family = (signature >> 8 & 0xF) + (signature >> 20 & 0xFF);
            is_amd && family < 25
        }
    }
}

#[cfg(all(
    test,
    target_arch = "x86_64",
    any(feature = "std", target_feature = "bmi2")
))]
mod tests {
    use crate::sliders::extracted::{BISHOP, REACH, ROOK};

    /// Both methods give the same attacks.
    #[test]
    fn both_methods_reach_the_same_squares() {
        use crate::sliders::hyperbola;
        for square in 0..64 {
            for (slice, reach) in [
                (BISHOP[square], hyperbola::bishop as fn(usize, u64) -> u64),
                (ROOK[square], hyperbola::rook),
            ] {
                let mut occupied = 0_u64;
                for index in 0..1 << slice.relevant.count_ones() {
                    assert_eq!(REACH[slice.start as usize + index], reach(square, occupied));
                    occupied = occupied.wrapping_sub(slice.relevant) & slice.relevant;
                }
            }
        }
    }
}
