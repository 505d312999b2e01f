import { expect, test } from "vitest";
import { compareWords } from "./compare-texts.ts";

const marked = (before: string, after: string) =>
  compareWords(before, after)
    .map(({ text, kind }) => (kind === "same" ? text : kind === "added" ? `{+${text}+}` : `{-${text}-}`))
    .join("");

test.each([
  ["", "", ""],
  ["Oak", "Oak", "Oak"],
  ["", "Oak", "{+Oak+}"],
  ["Oak", "", "{-Oak-}"],
  ["We build it of oak.", "We build it of ash.", "We build it of {-oak.-}{+ash.+}"],
  ["We build it.", "We gladly build it.", "We {+gladly +}build it."],
  ["one two three four", "one three two four", "one {-two -}three {+two +}four"],
])("STUDIO-8 from “%s” to “%s”: %s", (before, after, difference) => {
  expect(marked(before, after)).toBe(difference);
});

test("STUDIO-8 the parts of a difference are both texts, whatever they are", () => {
  let seed = 7;
  const random = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  const text = () =>
    Array.from({ length: random(40) }, () => ["oak", "ash ", " ", "\n", "elm, "][random(5)]).join("");
  for (let times = 0; times < 300; times += 1) {
    const [before, after] = [text(), text()];
    const parts = compareWords(before, after);
    const without = (kind: string) => parts.flatMap((part) => (part.kind === kind ? [] : part.text)).join("");
    expect(without("added")).toBe(before);
    expect(without("removed")).toBe(after);
  }
});

test("STUDIO-8 two very long texts are told as a whole", () => {
  const long = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word}${at} `).join("");
  expect(compareWords(`Same. ${long("a")}`, `Same. ${long("b")}`).map(({ kind }) => kind)).toEqual([
    "same",
    "removed",
    "added",
  ]);
});
