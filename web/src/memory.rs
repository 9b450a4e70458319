//! The allocator of the standard library, except that fresh memory, which is
//! zero already, is not cleared again. Clearing a table of many megabytes would
//! delay the first poll of a search.

// Allocators are unsafe to implement.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::arch::wasm32::memory_size;

/// The size of a page of WebAssembly.
const PAGE: usize = 1 << 16;

struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

// SAFETY: every call is passed on, and `alloc_zeroed` clears all that may have
// been written to before.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        unsafe { System.dealloc(start, layout) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        unsafe { System.realloc(start, layout, size) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let end = memory_size(0) * PAGE;
        let start = unsafe { System.alloc(layout) };
        if !start.is_null() {
            let used = end.saturating_sub(start as usize).min(layout.size());
            unsafe { start.write_bytes(0, used) };
        }
        start
    }
}
