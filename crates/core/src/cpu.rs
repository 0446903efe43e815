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
//! This is the only module with `unsafe`: a function compiled for special instructions may run only on a processor that has them.

use crate::sliders::hyperbola;

/// The operations that depend on the processor, with portable defaults. Sets of squares are numbers here, one bit per square. Only this
/// crate implements it.
pub trait Cpu: Copy + sealed::Sealed {
    /// Returns the squares that a bishop attacks.
    #[inline(always)]
    #[must_use]
    fn bishop(square: usize, occupied: u64) -> u64 {
        hyperbola::bishop(square, occupied)
    }

    /// Returns the squares that a rook attacks.
    #[inline(always)]
    #[must_use]
    fn rook(square: usize, occupied: u64) -> u64 {
        hyperbola::rook(square, occupied)
    }

    /// The instructions that this code needs beyond the architecture's baseline.
    const NAME: &'static str;

    /// `true` if [`gather`](Self::gather) and [`scatter`](Self::scatter) are one fast instruction each.
    const GATHERS: bool = false;

    /// Returns the bits of a number at the positions of a mask, packed together (PEXT).
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

    /// Returns the low bits of a number, spread to the positions of a mask (PDEP).
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
    /// Keeps other crates from implementing [`Cpu`](super::Cpu), so that adding a method doesn't break them.
    pub trait Sealed {}
}

/// A task that can be compiled for every [`Cpu`].
pub trait Multiversion {
    /// The result of the task.
    type Output;

    /// Does the task. This and everything it calls must be `#[inline(always)]`, or the code is not compiled for that processor.
    fn run<M: Cpu>(self) -> Self::Output;
}

/// Returns the instructions that [`dispatch`] uses on this processor: `AVX2 with PEXT`, `AVX2`, `POPCNT`, or the architecture's baseline.
#[must_use]
pub fn name() -> &'static str {
    dispatch(Name)
}

struct Name;

impl Multiversion for Name {
    type Output = &'static str;

    #[inline(always)]
    fn run<M: Cpu>(self) -> &'static str {
        M::NAME
    }
}

/// Any processor. A build for a better one needs it only in tests.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
#[derive(Clone, Copy)]
pub(crate) struct Portable;

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
impl sealed::Sealed for Portable {}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
impl Cpu for Portable {
    const NAME: &'static str = if cfg!(target_feature = "sse2") {
        "SSE2"
    } else if cfg!(target_feature = "neon") {
        "NEON"
    } else {
        "no vector instructions"
    };

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
pub(crate) type Assumed = x86_64::Avx2<{ x86_64::ASSUMES_FAST_PEXT }>;

#[cfg(not(all(target_arch = "x86_64", feature = "std", not(target_feature = "bmi2"))))]
/// Runs a task.
#[inline(always)]
pub fn dispatch<T: Multiversion>(task: T) -> T::Output {
    Assumed::call(task)
}

/// Runs a task with the best code for this processor. With PEXT, perft of a default build is 1.8 times as fast. Processors with PEXT are
/// checked for first, and the code for others is out of line, which saves 5 to 8 % of a task of ten nanoseconds such as `is_legal`.
#[cfg(all(target_arch = "x86_64", feature = "std", not(target_feature = "bmi2")))]
#[inline(always)]
pub fn dispatch<T: Multiversion>(task: T) -> T::Output {
    if x86_64::has_fast_pext() {
        x86_64::Avx2::<true>::call(task)
    } else {
        dispatch_without_pext(task)
    }
}

/// Runs a task on any other processor, and at the first call, before the processor is known.
#[cfg(all(target_arch = "x86_64", feature = "std", not(target_feature = "bmi2")))]
#[inline(never)]
fn dispatch_without_pext<T: Multiversion>(task: T) -> T::Output {
    match x86_64::level() {
        x86_64::Level::Pext => x86_64::Avx2::<true>::call(task),
        x86_64::Level::Avx2 => x86_64::Avx2::<false>::call(task),
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
    use crate::sliders::{extracted, hyperbola};

    /// A processor with the bit instructions of 2013 (BMI1, BMI2, LZCNT, POPCNT) and AVX2, whose PEXT is fast or is not: AMD
    /// processors before Zen 3 execute it in microcode, slower than arithmetic.
    /// The type is used only on such a processor, known at compile time or found by [`level`].
    #[derive(Clone, Copy)]
    pub(crate) struct Avx2<const FAST_PEXT: bool>;

    /// `true` if the build targets a processor with a fast PEXT. Among processors with BMI2, only AMD's have SSE4A, and those before Zen 3
    /// lack VAES.
    #[cfg(target_feature = "bmi2")]
    pub(crate) const ASSUMES_FAST_PEXT: bool =
        cfg!(any(not(target_feature = "sse4a"), target_feature = "vaes"));

    impl<const FAST_PEXT: bool> Sealed for Avx2<FAST_PEXT> {}

    impl<const FAST_PEXT: bool> Cpu for Avx2<FAST_PEXT> {
        const NAME: &'static str = if FAST_PEXT { "AVX2 with PEXT" } else { "AVX2" };
        const GATHERS: bool = FAST_PEXT;

        #[inline(always)]
        fn gather(number: u64, mask: u64) -> u64 {
            // SAFETY: `Avx2` runs only on a processor that has PEXT.
            unsafe { _pext_u64(number, mask) }
        }

        #[inline(always)]
        fn scatter(number: u64, mask: u64) -> u64 {
            // SAFETY: `Avx2` runs only on a processor that has PDEP.
            unsafe { _pdep_u64(number, mask) }
        }

        #[inline(always)]
        fn bishop(square: usize, occupied: u64) -> u64 {
            if FAST_PEXT {
                reach(extracted::BISHOP[square & 63], occupied)
            } else {
                hyperbola::bishop(square, occupied)
            }
        }

        #[inline(always)]
        fn rook(square: usize, occupied: u64) -> u64 {
            if FAST_PEXT {
                reach(extracted::ROOK[square & 63], occupied)
            } else {
                hyperbola::rook(square, occupied)
            }
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
            // SAFETY: `Avx2` runs only on a processor that has these instructions.
            unsafe { with_avx2::<Self, T>(task) }
        }
    }

    /// Looks up the attacks of a slider. Without the bounds check perft is 3.5 % faster.
    #[inline(always)]
    fn reach(slice: extracted::Slice, occupied: u64) -> u64 {
        // SAFETY: `Avx2` runs only on a processor that has PEXT. PEXT gives a number below two to
        // the count of relevant squares, and the table has that many answers from each start on, which
        // `sliders` asserts at compile time for every slice.
        unsafe {
            let gathered = _pext_u64(occupied, slice.relevant) as usize;
            *extracted::REACH.get_unchecked(slice.start as usize + gathered)
        }
    }

    #[cfg(not(target_feature = "bmi2"))]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn with_avx2<M: Cpu, T: Multiversion>(task: T) -> T::Output {
        task.run::<M>()
    }

    #[cfg(all(feature = "std", not(target_feature = "bmi2")))]
    pub(crate) use run_time::{Level, Popcnt, has_fast_pext, level};

    #[cfg(all(feature = "std", not(target_feature = "bmi2")))]
    pub(super) mod run_time {
        use core::sync::atomic::{AtomicU8, Ordering};

        use super::super::sealed::Sealed;
        use super::super::{Cpu, Multiversion};

        /// A processor with POPCNT, but without AVX2.
        #[derive(Clone, Copy)]
        pub(crate) struct Popcnt;

        impl Sealed for Popcnt {}

        impl Cpu for Popcnt {
            const NAME: &'static str = "SSE2 with POPCNT";

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

        /// The levels of x86-64 processors that have separate code.
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Level {
            Minimal = 1,
            Popcnt = 2,
            Avx2 = 3,
            Pext = 4,
        }

        /// The level of this processor; 0 until it is found.
        static FOUND: AtomicU8 = AtomicU8::new(0);

        /// Returns `true` if this processor is known to be at the highest level.
        #[inline(always)]
        pub(crate) fn has_fast_pext() -> bool {
            FOUND.load(Ordering::Relaxed) == Level::Pext as u8
        }

        /// Returns the level of this processor, found at the first call and then kept.
        pub(crate) fn level() -> Level {
            match FOUND.load(Ordering::Relaxed) {
                4 => Level::Pext,
                3 => Level::Avx2,
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
            let has_avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            let [vendor, signature] = [0, 1].map(core::arch::x86_64::__cpuid);
            match has_avx2 {
                true if has_slow_pext(vendor.ebx.to_le_bytes(), signature.eax) => Level::Avx2,
                true => Level::Pext,
                false if is_x86_feature_detected!("popcnt") => Level::Popcnt,
                false => Level::Minimal,
            }
        }

        /// Recognizes AMD's processors before Zen 3 (family 25), and Hygon's, which are built like the first Zen, by the first letters of
        /// the vendor.
        pub(crate) fn has_slow_pext(vendor: [u8; 4], signature: u32) -> bool {
            let family = (signature >> 8 & 0xF) + (signature >> 20 & 0xFF);
            [*b"Auth", *b"Hygo"].contains(&vendor) && family < 25
        }
    }
}

#[cfg(all(
    test,
    target_arch = "x86_64",
    any(feature = "std", target_feature = "bmi2")
))]
mod tests {
    use super::{Cpu, Multiversion, Portable, dispatch, x86_64};
    use crate::sliders::extracted::{BISHOP, REACH, ROOK};

    /// Collects the attacks of all sliders on some squares, and the name of the code that found them.
    struct Sliders(u64);

    impl Multiversion for Sliders {
        type Output = ([u64; 128], &'static str);

        #[inline(always)]
        fn run<M: Cpu>(self) -> Self::Output {
            let reach = |index| match index {
                0..64 => M::bishop(index, self.0),
                _ => M::rook(index - 64, self.0),
            };
            (core::array::from_fn(reach), M::NAME)
        }
    }

    #[test]
    fn every_processor_computes_the_same() {
        for occupied in [0, 0x0018_2442_8100_3C00, u64::MAX, 0xFF00_0081_1800_00FF] {
            let (expected, _) = Portable::call(Sliders(occupied));
            assert_eq!(dispatch(Sliders(occupied)).0, expected);
            if std::arch::is_x86_feature_detected!("avx2")
                && std::arch::is_x86_feature_detected!("bmi2")
            {
                let slow = x86_64::Avx2::<false>::call(Sliders(occupied));
                assert_eq!(slow, (expected, "AVX2"));
                let fast = x86_64::Avx2::<true>::call(Sliders(occupied));
                assert_eq!(fast, (expected, "AVX2 with PEXT"));
            }
        }
    }

    #[cfg(all(feature = "std", not(target_feature = "bmi2")))]
    #[test]
    fn pext_is_slow_on_amd_before_zen_3() {
        for (vendor, signature, is_slow) in [
            (b"Auth", 0x0080_0F12, true),
            (b"Auth", 0x0087_0F10, true),
            (b"Auth", 0x00A2_0F10, false),
            (b"Hygo", 0x0090_0F02, true),
            (b"Genu", 0x0003_06C3, false),
        ] {
            let found = x86_64::run_time::has_slow_pext(*vendor, signature);
            assert_eq!(found, is_slow, "{signature:x}");
        }
    }

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
