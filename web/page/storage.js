// What the browser keeps for the page, as JSON. A browser may refuse to keep anything, as
// some do for pages from disk, and what is kept may be anything: nothing here throws.

const PREFIX = "noughts.";

/** The storage of the browser, or `null`. */
function area() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** The value that is kept under a name; `null` without one. */
export function read(name) {
  try {
    return JSON.parse(area()?.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps a value; returns whether that was possible. */
export function write(name, value) {
  try {
    const storage = area();
    storage?.setItem(PREFIX + name, JSON.stringify(value));
    return storage !== null;
  } catch {
    return false;
  }
}

export function remove(name) {
  try {
    area()?.removeItem(PREFIX + name);
  } catch {
    // What cannot be removed stays.
  }
}

/** The names that begin with this text. */
export function namesOf(start) {
  try {
    const all = Object.keys(area() ?? {});
    return all.filter((name) => name.startsWith(PREFIX + start)).map((name) => name.slice(PREFIX.length));
  } catch {
    return [];
  }
}
