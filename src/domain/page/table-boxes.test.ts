import fc from "fast-check";
import { expect, test } from "vitest";
import { casesFor, SEED } from "#tests/support/suite-cases.ts";
import { withTableScrollContainers } from "./table-boxes.ts";

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
const lettersOf = (html: string) =>
  [...html.matchAll(/rich-table--(\d+)/g)].map(([, letters]) => Number(letters));
/** The HTML without what a box adds. */
const withoutBoxes = (html: string) =>
  html.replaceAll(/<div class="rich-table"[^>]*>|<\/div>/g, "").replaceAll(/ class="rich-table--\d+"/g, "");

test("FIELD-8 a table of more than three columns scrolls in a box that the keyboard reaches", () => {
  const wide = `<p>Before</p><table>${row("a", "b", "c", "d")}</table><p>After</p>`;
  const shown = withTableScrollContainers(wide);
  expect(shown).toMatch(
    /^<p>Before<\/p><div class="rich-table" role="group" aria-label="Table" tabindex="0" data-letters="[\d.]+"><table>/,
  );
  expect(shown).toMatch(/<\/table><\/div><p>After<\/p>$/);
  expect(withoutBoxes(shown)).toBe(wide);
});

test("FIELD-8 a narrow table has no box", () => {
  const narrow = `<table>${row("a", "b", "c")}</table>`;
  expect(withTableScrollContainers(narrow)).toBe(narrow);
});

test("FIELD-8 each column has room for its longest word, up to twenty letters", () => {
  const table = `<table>${row("A word", "b", "Responsibilities", "-")}${row("c", `${"x".repeat(80)} x`, "d", "<b>Wor</b>ds")}</table>`;
  expect(lettersOf(withTableScrollContainers(table))).toEqual([5, 14, 20, 6]);
  expect(
    lettersOf(
      withTableScrollContainers(`<table>${row("日本語".repeat(9), "$1,234.50", "a&nbsp;b", "x-y")}</table>`),
    ),
  ).toEqual([9, 4, 4]);
});

test("FIELD-8 a cell over several columns counts as these, and widens none", () => {
  const head = '<tr><th colspan="3">Responsibilities</th><th>D</th></tr>';
  const shown = withTableScrollContainers(`<table>${head}${row("a", "b", "c", "Deliverables")}</table>`);
  expect(shown).toContain('<th colspan="3">');
  expect(shown).toContain('<td class="rich-table--11">Deliverables');
});

test("FIELD-8 a table inside a table is part of its box", () => {
  const inner = `<table>${row("e", "f", "g", "h", "i")}</table>`;
  const shown = withTableScrollContainers(
    `<table>${row("a", "b", "c", inner)}</table><table>${row("1", "2", "3", "4")}</table>`,
  );
  expect(shown.match(/<div class="rich-table"/g)).toHaveLength(2);
  expect(shown).toMatch(/^<div class="rich-table"[^>]*><table>.*<\/table><\/td><\/tr><\/table><\/div><div/);
});

const words = fc.array(
  fc.constantFrom("a", "Kosten".repeat(14), "$1,234.50", "<b>x</b>", "&amp;", "日本", "<br>", " "),
  {
    maxLength: 4,
  },
);
const cell = fc.tuple(
  fc.constantFrom("td", "th"),
  fc.constantFrom("", ' colspan="2"', ' rowspan="3"', ' colspan="0"'),
  words,
);
const table = fc
  .array(fc.array(cell, { maxLength: 16 }), { maxLength: 5 })
  .map(
    (rows) =>
      `<table>${rows.map((cells) => `<tr>${cells.map(([tag, attributes, text]) => `<${tag}${attributes}>${text.join("")}</${tag}>`).join("")}</tr>`).join("")}</table>`,
  );

test("FIELD-8 whatever the table, its text and its cells stay as they are", () => {
  const texts = fc.array(
    fc.oneof(
      table,
      fc.constant("<p>Text</p>"),
      table.map((inner) => `<table><tr><td>${inner}</td></tr></table>`),
    ),
  );
  fc.assert(
    fc.property(texts, (parts) => {
      const html = parts.join("");
      const shown = withTableScrollContainers(html);
      expect(withoutBoxes(shown)).toBe(html);
      expect(shown.match(/<div/g)?.length).toBe(shown.match(/<\/div/g)?.length);
    }),
    { seed: SEED, numRuns: casesFor(200, 3000) },
  );
});

test("FIELD-8 a cell may have hundreds of thousands of words", () => {
  expect(
    lettersOf(withTableScrollContainers(`<table>${row("a ".repeat(200_000), "b", "c", "d")}</table>`)),
  ).toHaveLength(4);
});
