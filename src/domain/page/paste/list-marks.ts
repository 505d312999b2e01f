/** How an ordered list counts, as its attribute `type` has it. */
export type CounterType = "1" | "a" | "i" | "A" | "I";
export type Counter = { type: CounterType; start: number };

const TYPES: readonly CounterType[] = ["1", "i", "I", "a", "A"];

/** The counter of each mark, one object for those of one list; null for 1.1 or (a), which HTML cannot count. */
export function countersOf(marks: readonly string[]): (Counter | null)[] {
  const counters: (Counter | null)[] = [];
  while (counters.length < marks.length) {
    const [best] = TYPES.map((type) => runFrom(marks, counters.length, type)).sort(compareRuns);
    if (!best || best.length === 0) counters.push(null);
    else for (let at = 0; at < best.length; at += 1) counters.push(best.counter);
  }
  return counters;
}

type CountedRun = { counter: Counter; length: number };

function runFrom(marks: readonly string[], from: number, type: CounterType): CountedRun {
  const start = numberAt(marks[from] ?? "", type);
  let length = 0;
  if (start !== null) while (numberAt(marks[from + length] ?? "", type) === start + length) length += 1;
  return { counter: { type, start: start ?? 1 }, length };
}

/** The longest first; of two, the one with the smaller number: "c." is a letter, and "i." a number. */
function compareRuns(one: CountedRun, other: CountedRun): number {
  return other.length - one.length || one.counter.start - other.counter.start;
}

const WRITTEN = /^([\da-z]{1,9})\.$/i;

function numberAt(mark: string, type: CounterType): number | null {
  const [, written] = WRITTEN.exec(mark) ?? [];
  if (written === undefined) return null;
  if (type === "1") return /^(?:0|[1-9]\d{0,5})$/.test(written) ? Number(written) : null;
  const isSmall = type === "a" || type === "i";
  if (!(isSmall ? /^[a-z]+$/ : /^[A-Z]+$/).test(written)) return null;
  const letters = written.toLowerCase();
  return type === "i" || type === "I" ? roman(letters) : alphabetic(letters);
}

function alphabetic(letters: string): number | null {
  if (letters.length > 2) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);
}

const ROMAN = /^m{0,3}(?:c[md]|d?c{0,3})(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})$/;
const VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

function roman(letters: string): number | null {
  if (!ROMAN.test(letters)) return null;
  const values = [...letters].map((letter) => VALUES[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}
