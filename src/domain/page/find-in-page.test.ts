import { expect, test } from "vitest";
import { casesFor, drawFrom, SEED } from "#tests/support/suite-cases.ts";
import { findInPage, replaceInPage } from "./find-in-page.ts";
import { replaceIn } from "./find-in-text.ts";
import { htmlTokens } from "./html-tokens.ts";
import type { PageItem, PuckState } from "./page.ts";
import { slotItems } from "./walk-page.ts";

const block = (type: string, id: string, props: Record<string, unknown>): PageItem => ({
  type,
  props: { id, ...props },
});
const PAGE: PuckState = {
  root: {},
  content: [
    block("Heading", "h", { text: "Café opening", anchor: "cafe" }),
    block("Container", "c", {
      content: [
        block("Paragraph", "p", { text: '<p>The <a href="/cafe">cafe</a> and the CAFE&amp;bar</p>' }),
      ],
    }),
    block("List", "l", { items: [{ title: "One cafe" }, { title: "Two" }, { title: "cafe cafe" }] }),
    block("Gone", "x", { text: "cafe" }),
  ],
};
const CAFE = { query: "cafe", replacement: "shop" };

test("STUDIO-20 finds each place without case and accents in headings, HTML, items and nested blocks", () => {
  expect(findInPage(PAGE, "cafe").map(({ blockId, match }) => `${blockId}${match}`)).toEqual([
    "h0",
    "p0",
    "p1",
    "l0",
    "l1",
    "l2",
  ]);
  expect(findInPage(PAGE, "")).toEqual([]);
  expect(findInPage(PAGE, "nowhere")).toEqual([]);
});

test("STUDIO-20 replaces all chosen places, and other blocks remain the same objects", () => {
  const { page, matches, blocks } = replaceInPage(PAGE, CAFE, ({ blockId }) => blockId !== "h");
  expect([matches, blocks]).toEqual([5, 2]);
  expect(page.content[0]).toBe(PAGE.content[0]);
  expect(page.content[3]).toBe(PAGE.content[3]);
  const [paragraph] = slotItems(page.content[1] as PageItem, "content");
  expect(paragraph?.props.text).toBe('<p>The <a href="/cafe">shop</a> and the shop&amp;bar</p>');
  expect(page.content[2]?.props.items).toEqual([
    { title: "One shop" },
    { title: "Two" },
    { title: "shop shop" },
  ]);
});

test("STUDIO-20 replaces one place alone", () => {
  const { page } = replaceInPage(PAGE, CAFE, ({ blockId, match }) => blockId === "l" && match === 2);
  expect(page.content[2]?.props.items).toEqual([
    { title: "One cafe" },
    { title: "Two" },
    { title: "cafe shop" },
  ]);
});

test.each<[html: string, wanted: string, replacement: string, expected: string]>([
  ["<p>A <b>bold</b>er word</p>", "bolder word", "x", "<p>A <b>x</b></p>"],
  ["<p>one</p><p>two</p>", "onetwo", "x", "<p>one</p><p>two</p>"],
  ["<p>Tom &amp; Ann</p>", "tom & ann", "<b>", "<p>&lt;b&gt;</p>"],
  ["a&nbsp;b", "a b", "c", "c"],
  ["<p>amp &amp; lt</p>", "amp", "x", "<p>x &amp; lt</p>"],
  ["<p>e\u0301te\u0301</p>", "ete", "summer", "<p>summer</p>"],
  ["<p>Straße</p>", "s", "z", "<p>ztraße</p>"],
  ["<p>👩‍💻 👩</p>", "👩", "x", "<p>👩‍💻 x</p>"],
  ["<p>{{client.name}} client</p>", "client", "x", "<p>{{client.name}} x</p>"],
  ["<p>{{client.name}}</p>", "{{client.name}}", "Ember", "<p>Ember</p>"],
  ["<p>a\ud800b</p>", "b", "c", "<p>a\ud800c</p>"],
])("STUDIO-20 in %j %j becomes %j", (html, query, replacement, expected) => {
  expect(replaceIn(html, true, { query, replacement }, () => true)).toBe(expected);
});

const PIECES = [
  ...'abcABCé <b></b><a href="/ab"></a><p></p><br>'.split(/(<[^>]*>)/),
  "ab",
  "a b",
  "&amp;",
  "&nbsp;",
  "&eacute;",
  "{{a.b}}",
  "👩‍💻",
  "e\u0301",
  "ﬁ",
  "'",
  "\u00ad",
  "<",
  ">",
].filter(Boolean);

test("STUDIO-20 whatever is replaced, tags, entities and the text around it remain byte for byte", () => {
  for (let seed = SEED; seed < SEED + casesFor(300, 20_000); seed += 1) {
    const draw = drawFrom(seed * 7919);
    const html = Array.from({ length: draw(14) }, () => PIECES[draw(PIECES.length)]).join("");
    const query = Array.from({ length: 1 + draw(2) }, () => "abc e"[draw(5)]).join("");
    const mark = "\ue000";
    const replaced = replaceIn(html, true, { query, replacement: mark }, () => true);
    const tags = (text: string) =>
      htmlTokens(text).flatMap(({ kind, written }) => (kind === "tag" ? written : []));
    expect(tags(replaced), html).toEqual(tags(html));
    // Everything between the marks stands in the text in the same order.
    let at = 0;
    for (const part of replaced.split(mark)) {
      for (const { written } of htmlTokens(part)) {
        const next = html.indexOf(written, at);
        expect(next, `${html} ${query}`).toBeGreaterThanOrEqual(at);
        at = next + written.length;
      }
    }
    expect(replaceIn(html, true, { query, replacement: mark }, () => false)).toBe(html);
  }
});
