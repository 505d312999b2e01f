import type { Violation } from "./place.ts";
import type { Checkout } from "./read-checkout.ts";

/** Code, tests and documents; style sheets and data have no names of ours. */
const COUNTED = /^src\/.*\.tsx?$|^(?:scripts|bench)\/|^tests\/.*\.ts$|\.md$/;
/** The counters, which must name what they count, and a generated list of what the code has. */
const UNCOUNTED = /^scripts\/layout\/(?:dialect|function-limits\.test)\.ts$|^docs\/texts\.md$/;

const WORDS = /\b(?:nobody|somebody|whoever|anew|meanwhile)\b/gi;
const IDENTIFIERS =
  /\b(?:tell|told|keep|kept|say|said|take|hold|ask|want|give|lend|believe|judge|let)[A-Z][A-Za-z]*|\b(?:MOST|LONGEST|LEAST)_[A-Z_]+|\b[A-Z_]*AT_ONCE\b|\b[A-Za-z]+(?:Meanwhile|Anew|Fate|Deed|Desk|Wall)\b/g;
const OF_LIBRARIES =
  /^(?:keep(?:PreviousData|Errors|Alive|alive|Dirty[A-Za-z]*|DefaultValues|Touched|Is[A-Za-z]*)|take(?:Records|Until|While)|givenName)$/;

/** How often names and prose use a word in place of the field's term (publish, save, lock, request). */
export function countDialect(texts: readonly { path: string; text: string }[]) {
  const counted = texts.filter(({ path }) => COUNTED.test(path) && !UNCOUNTED.test(path));
  const code = counted.filter(({ path }) => !path.endsWith(".md"));
  const count = (of: typeof counted, pattern: RegExp) =>
    of.flatMap(({ text }) => text.match(pattern) ?? []).filter((word) => !OF_LIBRARIES.test(word)).length;
  return { words: count(counted, WORDS), identifiers: count(code, IDENTIFIERS) };
}

/** Names of stored data and of the API keep their words: so many uses of each kind may remain. */
export const MAX_DIALECT = 60;

export function checkDialect({ texts }: Pick<Checkout, "texts">): Violation[] {
  return Object.entries(countDialect(texts))
    .filter(([, uses]) => uses > MAX_DIALECT)
    .map(([kind, uses]) => ({
      path: "scripts/layout/dialect.ts",
      problem: `counts ${uses} ${kind} in place of the field's terms; at most ${MAX_DIALECT} may remain`,
    }));
}
