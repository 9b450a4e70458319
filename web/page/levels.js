// The levels of the engine, in the words of `noughts play`.

const LEVELS = ["for a child", "first steps", "very easy", "easy", "medium", "tricky", "hard", "very hard", "expert", "full strength"];

/** The name of a level. */
export function levelName(level) {
  return `level ${level} of ${LEVELS.length} (${LEVELS[level - 1]})`;
}

/** The names of all levels. */
export const levelNames = () => LEVELS.map((_, i) => levelName(i + 1));
