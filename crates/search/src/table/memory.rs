//! The memory of a table and hints to the processor, the only `unsafe` code of this crate. Without the first hint, the engine of
//! `plywood-engine` waits for the table during a sixth of its time: its benchmark to depth 10 took 1.47 seconds of processor time without it,
//! and 1.28 with it. The second makes its benchmark to depth 14 with a table of 32 MB 16 % faster.

use std::mem::ManuallyDrop;
use std::sync::atomic::AtomicU64;

/// Returns this many zeros, which the system has ready. Converting each would take seconds in development builds.
#[expect(unsafe_code, reason = "nothing safe converts all at once")]
pub(super) fn zeros(length: usize) -> Vec<AtomicU64> {
    let mut words = ManuallyDrop::new(vec![0_u64; length]);
    let (start, capacity) = (words.as_mut_ptr().cast(), words.capacity());
    // SAFETY: an `AtomicU64` has the size, the alignment and the bits of a `u64`, and the words have no other owner.
    unsafe { Vec::from_raw_parts(start, length, capacity) }
}

/// Starts fetching the cache line of a value.
#[cfg(target_arch = "x86_64")]
#[inline]
#[expect(
    unsafe_code,
    reason = "prefetching saves an eighth of the engine's time, and nothing safe does it"
)]
pub(super) fn fetch<T>(place: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

    // SAFETY: a prefetch changes nothing but the cache, and every x86-64 processor has the instruction.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
}

/// Does nothing: on other processors the first read fetches it.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(super) fn fetch<T>(_place: &T) {}

/// Asks the system to keep these words in large pages. A processor caches the addresses of the last few thousand pages: that is enough for
/// large pages, while small pages need another lookup for almost every entry.
#[cfg(all(target_os = "linux", not(miri)))]
#[expect(
    unsafe_code,
    reason = "large pages save a seventh of the engine's time, and nothing safe asks for them"
)]
pub(super) fn use_large_pages(words: &mut [AtomicU64]) {
    use std::ffi::{c_int, c_void};
    const PAGE: usize = 2 << 20;
    const MADV_HUGEPAGE: c_int = 14;

    // std links the C library anyway, and a crate for one of its functions would bring two more.
    // SAFETY: the signature is that of `madvise(2)`, and a C `size_t` is a `usize` on all of Rust's Linux targets.
    unsafe extern "C" {
        fn madvise(start: *mut c_void, length: usize, advice: c_int) -> c_int;
    }

    let room = words.as_mut_ptr_range();
    let start = room.start.addr().next_multiple_of(PAGE);
    let bytes = room.end.addr().saturating_sub(start) / PAGE * PAGE;
    if bytes > 0 {
        let start = room.start.with_addr(start).cast();
        // SAFETY: these bytes lie within the words, and this advice changes none of them.
        // A system that can't do it returns an error and continues with small pages.
        let _ = unsafe { madvise(start, bytes, MADV_HUGEPAGE) };
    }
}

/// Does nothing: other systems have no such advice, and Miri calls no C.
#[cfg(any(not(target_os = "linux"), miri))]
pub(super) fn use_large_pages(_words: &mut [AtomicU64]) {}
