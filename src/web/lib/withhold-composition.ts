/** The key code of every key that an input method handles. Safari ends a composition before its last key event. */
const TAKEN_BY_INPUT_METHOD = 229;

/**
 * Withholds the keys with which a person composes a word, such as a Japanese or Chinese one, from all listeners of a
 * window. Enter ends the composition there, and chooses, adds or confirms nothing.
 */
export function withholdComposition(target: Window): () => void {
  const withhold = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === TAKEN_BY_INPUT_METHOD) event.stopImmediatePropagation();
  };
  target.addEventListener("keydown", withhold, true);
  return () => target.removeEventListener("keydown", withhold, true);
}
