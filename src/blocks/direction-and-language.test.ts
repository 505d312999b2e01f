import { expect, test } from "vitest";
import { addDirectionAndLanguage } from "./direction-and-language.ts";

const marked = (html: string, direction: "ltr" | "rtl" = "ltr") =>
  addDirectionAndLanguage(html, { direction, whole: "" });

test("FIELD-8 HTML in the direction and language around it stays as it is", () => {
  const html = '<p>One &amp; <a href="/x">two</a></p><ul><li>three</li></ul>';
  expect(marked(html)).toEqual({ html, attributes: {} });
});

test("FIELD-8 each paragraph, quote, list and table carries what differs from the element around it", () => {
  expect(marked("<p>Hello.</p><p>שלום.</p><ul><li>שלום</li><li>Hello</li></ul>").html).toBe(
    '<p>Hello.</p><p dir="rtl" lang="he">שלום.</p><ul dir="rtl"><li lang="he">שלום</li><li dir="ltr">Hello</li></ul>',
  );
  expect(marked("<table><tbody><tr><td>שלום</td><td>12</td></tr></tbody></table>", "rtl").html).toBe(
    '<table><tbody><tr><td lang="he">שלום</td><td>12</td></tr></tbody></table>',
  );
});

test("FIELD-8 text without paragraphs gives its attributes to the element around it", () => {
  expect(marked("שלום<br>עולם").attributes).toEqual({ dir: "rtl", lang: "he" });
  expect(marked("Hello", "rtl").attributes).toEqual({ dir: "ltr" });
});

test("FIELD-8 a list inside an item of another language is in its own", () => {
  expect(marked("<ul><li>שלום עולם<ul><li>Hello</li></ul></li></ul>").html).toBe(
    '<ul><li lang="he">שלום עולם<ul dir="ltr"><li lang="en-AU">Hello</li></ul></li></ul>',
  );
});

test.each([
  "+61 2 9000 1234",
  "(02) 9000 1234",
  "hello@shop.example",
  "2026-12-01",
  "−$40.00",
  "$1,200.00",
  "1042-P",
  "https://shop.example/a/",
])("FIELD-8 %s stays in its order between right-to-left words, and is plain elsewhere", (figure) => {
  expect(marked(`<p>שלום ${figure}, עולם.</p>`).html).toContain(` <bdi dir="ltr">${figure}</bdi>, `);
  expect(marked(`<p>Hello ${figure}, world.</p>`).html).toBe(`<p>Hello ${figure}, world.</p>`);
});

test.each([
  ["https://shop.example&nbsp;", "https://shop.example", "\u00a0"],
  ["&lt;https://shop.example/&gt;", "https://shop.example/", "&gt;"],
  ["https://shop.example/?a=1&amp;b=2&amp; ", "https://shop.example/?a=1&amp;b=2", "&amp; "],
  ["+61&nbsp;2&nbsp;9000&nbsp;1234", "+61\u00a02\u00a09000\u00a01234", ""],
])("FIELD-8 of %s between right-to-left words no entity is cut", (written, figure, after) => {
  expect(marked(`<p>שלום ${written}עולם.</p>`).html).toContain(`<bdi dir="ltr">${figure}</bdi>${after}עולם.`);
});

test("FIELD-8 a range of numbers stays, which Arabic reads from the right", () => {
  expect(marked("<p>من 10-20 و 10 - 20</p>").html).not.toContain("bdi");
});

test("FIELD-8 tags that close nothing, or never close, change no text", () => {
  const html = "</p><li>שלום<p>a</td>b";
  expect(marked(html).html.replace(/ (?:dir|lang)="[^"]*"/g, "")).toBe(html);
});

test.each([
  `<p>שלום ${"1-".repeat(300_000)}</p>`,
  `<p>שלום ${"a".repeat(600_000)}</p>`,
  `<p>שלום ${"+0".repeat(300_000)}</p>`,
  "<p>我们的建议</p>".repeat(20_000),
  "<p>Наш предлог</p>".repeat(20_000),
])("FIELD-8 a text of a megabyte is marked within the time of a test (%#)", (html) => {
  expect(marked(html).html.replaceAll(/<[^>]*>/g, "")).toBe(html.replaceAll(/<[^>]*>/g, ""));
});
