import fc from "fast-check";
import { expect, test } from "vitest";
import { type DifferenceLine, linesOf, textDifference } from "./text-difference.ts";

/** "We [-may-]{+shall+} pay." */
function textOf(lines: readonly DifferenceLine[]): string[] {
  const marks = { same: ["", ""], added: ["{+", "+}"], removed: ["[-", "-]"] };
  return lines.map(({ parts }) =>
    parts.map(({ kind, text }) => `${marks[kind][0]}${text}${marks[kind][1]}`).join(""),
  );
}

test.each([
  ["nothing", "<p>One.</p><p>Two.</p>", "<p>One.</p><p>Two.</p>", ["One.", "Two."]],
  ["only its markup", "<p>One <b>word</b>.</p>", "<p><em>One</em> word.</p>", ["One word."]],
  [
    "a word",
    "<p>Invoices are due in 14 days.</p>",
    "<p>Invoices are due in 30 days.</p>",
    ["Invoices are due in [-14-]{+30+} days."],
  ],
  ["a paragraph more", "<p>One.</p>", "<p>Zero.</p><p>One.</p>", ["{+Zero.+}", "One."]],
  ["an item less", "<ul><li>Tea</li><li>Milk</li></ul>", "<ul><li>Tea</li></ul>", ["• Tea", "[-• Milk-]"]],
  [
    "one changed and one new",
    "<p>We keep it for three years.</p>",
    "<p>All of this is new here.</p><p>We keep it for seven years.</p>",
    ["{+All of this is new here.+}", "We keep it for [-three-]{+seven+} years."],
  ],
  [
    "words of another script",
    "<p>Сначала чай.</p><p>Мы храним это три года.</p>",
    "<p>Мы храним это семь лет.</p>",
    ["[-Сначала чай.-]", "Мы храним это [-три-]{+семь+} [-года-]{+лет+}."],
  ],
  [
    "the address of a link",
    '<p>See <a href="https://a.example/">our site</a>.</p>',
    '<p>See <a href="https://b.example/">our site</a>.</p>',
    ["See our site (https://[-a-]{+b+}.example/)."],
  ],
])("COMPANY-8 two texts differ in %s", (_what, before, after, lines) => {
  expect(textOf(textDifference(before, after))).toEqual(lines);
});

test("COMPANY-8 lines are read without markup, with their letters as they are", () => {
  expect(
    linesOf(
      "<h3>1. A &amp; B</h3><p>x &lt; y&nbsp;&#33;<br>z</p><table><tr><td>a</td><td>b</td></tr></table>",
    ),
  ).toEqual(["1. A & B", "x < y !", "z", "a b"]);
});

test("COMPANY-8 the difference has all of both texts, in order", () => {
  const line = fc.array(fc.constantFrom("we", "pay", "you", "all", "14", "days"), {
    minLength: 1,
    maxLength: 6,
  });
  const text = fc.array(
    line.map((words) => words.join(" ")),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(text, text, (before, after) => {
      const html = (lines: string[]) => lines.map((one) => `<p>${one}</p>`).join("");
      const lines = textDifference(html(before), html(after));
      const read = (without: "added" | "removed") =>
        lines
          .filter(({ kind }) => kind !== without)
          .map(({ parts }) => parts.flatMap(({ kind, text: one }) => (kind === without ? [] : one)).join(""));
      expect(read("added")).toEqual(before);
      expect(read("removed")).toEqual(after);
    }),
  );
});

test("COMPANY-8 two long texts without a common line are removed and added, line by line", () => {
  const linesOfText = (word: string) => Array.from({ length: 2000 }, (_, at) => `${word} ${at} ${word}${at}`);
  const htmlOf = (word: string) =>
    linesOfText(word)
      .map((line) => `<p>${line}</p>`)
      .join("");
  const kinds = textDifference(htmlOf("one"), htmlOf("two")).map(({ kind }) => kind);
  expect(kinds).toEqual([...Array(2000).fill("removed"), ...Array(2000).fill("added")]);
});
