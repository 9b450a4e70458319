// Makes searches suspendable and the WebAssembly small and fast: Asyncify and
// the optimiser of Binaryen.

import binaryen from "binaryen";

// Functions that never return, or never to a search that goes on: a search is
// not suspended in them. Otherwise every bounds check would be a place where it
// may be.
const NEVER_SUSPENDED = [
  "core::panicking::*",
  "core::option::*_failed*",
  "core::result::unwrap_failed*",
  "core::slice::*_fail*",
  "core::str::slice_error_fail*",
  "core::cell::panic_*",
  "core::fmt::*",
  "<*as core::fmt::*",
  "alloc::alloc::handle_alloc_error*",
  "alloc::raw_vec::*",
  "alloc::fmt::*",
  "std::panicking::*",
  "std::alloc::*",
  "std::thread::*",
  "__rust*",
  "rust_*",
  "dlmalloc*",
  "<dlmalloc*",
];

/** Returns the WebAssembly of the page for that of the compiler. */
export function prepare(bytes, { optimize = 3, shrink = 0 } = {}) {
  const module = binaryen.readBinary(bytes);
  module.setFeatures(binaryen.Features.All & ~binaryen.Features.GC);
  binaryen.setOptimizeLevel(optimize);
  binaryen.setShrinkLevel(shrink);
  // Before Asyncify, too: it makes the code that it changes larger.
  module.optimize();
  const names = [];
  for (let i = 0; i < module.getNumFunctions(); i++) {
    names.push(binaryen.getFunctionInfo(module.getFunctionByIndex(i)).name);
  }
  binaryen.setPassArgument("asyncify-imports", "host.yield_now");
  module.runPasses(["asyncify"]);
  module.optimize();
  const output = module.emitBinary();
  module.dispose();
  return { output, names };
}
