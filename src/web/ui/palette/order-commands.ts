import { hasWords, typedWords, wordsOf } from "#domain/search/typed-words.ts";

type Named = { label: string; others?: string };

/** The commands that have all typed words. Those come first whose label has the last typed word sooner. */
export function orderCommands<One extends Named>(commands: readonly One[], typed: string): One[] {
  const words = typedWords(typed);
  const last = words.at(-1);
  const found = commands.filter(({ label, others = "" }) => hasWords(`${label} ${others}`, words));
  if (last === undefined) return found;
  const placeOf = ({ label }: Named) => {
    const place = wordsOf(label).findIndex((word) => word.startsWith(last));
    return place === -1 ? Number.POSITIVE_INFINITY : place;
  };
  return found
    .map((command) => ({ command, place: placeOf(command) }))
    .toSorted((one, other) => (one.place === other.place ? 0 : one.place - other.place))
    .map(({ command }) => command);
}
