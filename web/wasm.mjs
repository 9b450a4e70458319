// Makes searches suspendable and the WebAssembly small and fast: Asyncify and
// the optimiser of Binaryen.

import binaryen from "binaryen";

// Parts of the names of functions in which no search is suspended, because they
// never call the engine: panics, which end it, formatting, and the allocator.
// Otherwise every check of a bound would be a place to suspend a search.
const NEVER_SUSPENDED = [
  "4core9panicking",
  "4core6option13expect_failed",
  "4core6option13unwrap_failed",
  "4core6result13unwrap_failed",
  "4core5slice5index",
  "4core3str16slice_error_fail",
  "4core4cell",
  "4core3fmt",
  "5alloc5alloc",
  "5alloc7raw_vec",
  "3std9panicking",
  "3std5alloc",
  "8dlmalloc",
];

/** Returns the WebAssembly of the page for that of the compiler. */
export function prepare(bytes, { optimize = 3, shrink = 0, never = NEVER_SUSPENDED } = {}) {
  const module = binaryen.readBinary(bytes);
  binaryen.setOptimizeLevel(optimize);
  binaryen.setShrinkLevel(shrink);
  binaryen.setPassArgument("asyncify-imports", "host.yield_now");
  module.optimize();
  const names = Array.from({ length: module.getNumFunctions() }, (_, i) => module.getFunctionByIndex(i))
    .map((reference) => binaryen.getFunctionInfo(reference).name);
  const removed = names.filter((name) => never.some((part) => name.includes(part)));
  if (removed.length > 0) binaryen.setPassArgument("asyncify-removelist", removed.join(","));
  module.runPasses(["asyncify"]);
  module.optimize();
  const output = module.emitBinary();
  module.dispose();
  return output;
}
