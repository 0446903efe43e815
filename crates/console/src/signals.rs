//! The signals that end programs: SIGHUP, SIGINT (Ctrl-C) and SIGTERM. Those that the parent ignores, as `nohup` does, stay ignored.
//!
//! The only `unsafe` code of this crate: the C library's `signal` returns the previous handler of a signal, which no safe function does.

#[cfg(feature = "cli")]
use std::process;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The exit code of a program that a signal ends, as shells expect: 128 plus the signal's number.
static EXIT_CODE: AtomicU8 = AtomicU8::new(130);

/// Locked while an unfinished file has a name.
static NAMED: Mutex<()> = Mutex::new(());

/// Called by the next signal, which otherwise ends the program.
#[cfg(feature = "cli")]
static NEXT: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Delays the end of the program by a signal while the returned guard lives.
pub(crate) fn delayed() -> MutexGuard<'static, ()> {
    locked(&NAMED)
}

/// Returns the exit code of work that a signal interrupted.
pub(crate) fn exit_code() -> u8 {
    EXIT_CODE.load(Ordering::Relaxed)
}

/// Makes a signal end the program only once no unfinished file is left. Programs call this before anything else.
///
/// If that isn't possible, for example without threads, the system ends the program.
#[cfg(feature = "cli")]
pub fn listen() {
    #[cfg(unix)]
    let _ = unix::listen();
    #[cfg(not(unix))]
    let _ = ctrlc::set_handler(|| received(2));
}

#[cfg(feature = "cli")]
fn received(number: u8) {
    EXIT_CODE.store(128 + number, Ordering::Relaxed);
    let next = locked(&NEXT).take();
    if let Some(next) = next {
        return next();
    }
    let _named = delayed();
    process::exit(i32::from(exit_code()))
}

/// Makes the next signal call this function instead of ending the program. The one after it ends the program, so it can't outlive the work.
#[cfg(feature = "cli")]
pub fn next(call: impl FnOnce() + Send + 'static) -> NextSignal {
    *locked(&NEXT) = Some(Box::new(call));
    NextSignal(())
}

/// Keeps the next signal from ending the program while it lives; made by [`next`].
#[cfg(feature = "cli")]
#[derive(Debug)]
#[must_use = "signals end the program when this is dropped"]
pub struct NextSignal(());

#[cfg(feature = "cli")]
impl Drop for NextSignal {
    fn drop(&mut self) {
        *locked(&NEXT) = None;
    }
}

#[cfg(all(unix, feature = "cli"))]
#[expect(unsafe_code, reason = "no safe function tells if a signal is ignored")]
mod unix {
    use super::received;
    use std::ffi::c_int;
    use std::io::{self, PipeWriter, Read, Write};
    use std::sync::OnceLock;
    use std::thread;

    const SIGHUP: c_int = 1;
    const SIGINT: c_int = 2;
    const SIGTERM: c_int = 15;
    const SIG_IGN: usize = 1;

    unsafe extern "C" {
        fn signal(number: c_int, action: usize) -> usize;
    }

    static PIPE: OnceLock<PipeWriter> = OnceLock::new();

    pub(super) fn listen() -> io::Result<()> {
        let (mut reader, writer) = io::pipe()?;
        if PIPE.set(writer).is_err() {
            return Ok(());
        }
        let handler: extern "C" fn(c_int) = pass_on;
        // SAFETY: the handler only makes calls allowed in handlers, and has the type that the C library expects.
        let handle = |number| unsafe { signal(number, handler as usize) };
        let before = [SIGHUP, SIGINT, SIGTERM].map(|number| (number, handle(number)));
        let restore = |(number, action)| {
            // SAFETY: this was the action until now.
            let _ = unsafe { signal(number, action) };
        };
        let ignored = before.into_iter().filter(|(_, action)| *action == SIG_IGN);
        let ignored: Vec<(c_int, usize)> = ignored.collect();
        ignored.iter().copied().for_each(restore);
        let listening = thread::Builder::new().spawn(move || {
            let mut number = [0];
            while reader.read_exact(&mut number).is_ok() {
                // It may have arrived before it was ignored again.
                if !ignored.contains(&(c_int::from(number[0]), SIG_IGN)) {
                    received(number[0]);
                }
            }
        });
        if listening.is_err() {
            before.into_iter().for_each(restore);
        }
        listening.map(drop)
    }

    /// Passes a signal to the listening thread. A handler may write to a pipe, and little else.
    extern "C" fn pass_on(number: c_int) {
        if let Some(mut pipe) = PIPE.get() {
            // A signal's number is small.
            let _ = pipe.write(&[number.to_le_bytes()[0]]);
        }
    }
}
