//! The allocator, and the end when it has nothing left: one line and exit status 2 instead of an abort.
//!
//! Every file of a run is whole at any moment (`report::out_dir`), so ending at once loses nothing that was found.
//! Does not see the allocations of C++ libraries (LLVM, solvers), which end the process in their own way.

use std::alloc::{GlobalAlloc, Layout};

use mimalloc::MiMalloc;

/// Millions of small objects are made and dropped with the states: the allocator is worth choosing.
pub struct Allocator;

const LINE: &[u8] =
    b"secateur: out of memory; what was found so far is in the output directory: allow more, or set --max-memory lower\n";

// SAFETY: everything is passed on to an allocator; a null pointer is not, because this does not return then.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are passed on.
        checked(unsafe { MiMalloc.alloc(layout) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { MiMalloc.dealloc(block, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        checked(unsafe { MiMalloc.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        checked(unsafe { MiMalloc.realloc(block, layout, size) })
    }
}

#[inline(always)]
fn checked(block: *mut u8) -> *mut u8 {
    if block.is_null() {
        give_up();
    }
    block
}

#[cold]
fn give_up() -> ! {
    // SAFETY: two system calls that need no memory. No handler runs: it might ask for some.
    unsafe {
        libc::write(libc::STDERR_FILENO, LINE.as_ptr().cast(), LINE.len());
        libc::_exit(2)
    }
}
