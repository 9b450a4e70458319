//! Memory from the system: zeroed slices, large pages, the cache, and settings of the
//! allocator. Where the system lacks these, they have no effect.
//!
//! On one machine (AMD EPYC, two cores) large pages doubled the simulations
//! per second of a tree of 64 MiB.

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_slice_box;

/// The usual size of a large page, in bytes.
pub(crate) const LARGE_PAGE: usize = 2 << 20;

/// Allocations of this many bytes or more are mapped separately.
const LARGE_ALLOCATION: i32 = 1 << 18;

/// A slice of zeros, or an empty one if there is not enough memory. Fresh
/// memory comes zeroed from the system, page by page when it is first touched,
/// so this takes no time.
pub(crate) fn zeroed<T: Zeroable>(length: usize) -> Box<[T]> {
    try_zeroed_slice_box(length).unwrap_or_default()
}

/// Brings a value into the cache. Where the processor has no instruction for it that the
/// compiler offers, this does nothing.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    cache::prefetch(std::ptr::from_ref(value).cast());
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod cache {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

    #[inline(always)]
    pub(super) fn prefetch(address: *const i8) {
        // SAFETY: every processor of this kind has the instruction, which has no effect but
        // on the cache, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address) }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod cache {
    #[inline(always)]
    pub(super) fn prefetch(_: *const i8) {}
}

/// Requests large pages for the reserved memory of a large vector, which saves
/// most of the time of address translation.
pub(crate) fn use_large_pages<T>(vector: &mut Vec<T>) {
    let bytes = vector.capacity() * size_of::<T>();
    if bytes >= LARGE_PAGE {
        imp::advise(vector.as_mut_ptr().cast(), bytes);
    }
}

/// Makes the allocator map each large allocation separately from now on, so
/// that fresh ones are zero without being cleared, and growing ones move
/// without being copied. By default the GNU C library keeps blocks of up to 32
/// MiB for reuse, and a search that needs one may wait for tens of
/// milliseconds. Small allocations come from one arena for all threads: an
/// arena for each thread would reserve 64 MiB of addresses, which may be
/// limited.
pub(crate) fn map_large_allocations() {
    imp::map_separately(LARGE_ALLOCATION);
}

// Both system calls need unsafe code.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
mod imp {
    pub(super) fn advise(start: *mut u8, bytes: usize) {
        // Whole pages only: others may share the first and the last page.
        let page = rustix::param::page_size();
        let skipped = start.align_offset(page);
        let bytes = bytes.saturating_sub(skipped) / page * page;
        // SAFETY: the memory belongs to the vector whose start and size these
        // are, and the advice does not change what is in it.
        let advised = unsafe {
            rustix::mm::madvise(start.add(skipped).cast(), bytes, rustix::mm::Advice::LinuxHugepage)
        };
        if let Err(error) = advised {
            log::debug!("no large pages: {error}");
        }
    }

    #[cfg(target_env = "gnu")]
    pub(super) fn map_separately(bytes: i32) {
        for (parameter, value) in [(libc::M_MMAP_THRESHOLD, bytes), (libc::M_ARENA_MAX, 1)] {
            // SAFETY: this only sets a parameter of the allocator, which takes
            // its own lock.
            if unsafe { libc::mallopt(parameter, value) } == 0 {
                log::debug!("the allocator refuses parameter {parameter}");
            }
        }
    }

    #[cfg(not(target_env = "gnu"))]
    pub(super) fn map_separately(_: i32) {}
}

#[cfg(not(target_os = "linux"))]
mod imp {
    pub(super) fn advise(_: *mut u8, _: usize) {}

    pub(super) fn map_separately(_: i32) {}
}
