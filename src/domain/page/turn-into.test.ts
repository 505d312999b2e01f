import { expect, test } from "vitest";
import type { PageItem } from "./page.ts";
import { plainText } from "./rich-text.ts";
import { TURN_TARGETS, type TurnTarget, turnInto } from "./turn-into.ts";

const block = (type: string, props: Record<string, unknown>): PageItem => ({
  type,
  props: { id: "own", ...props },
});
const target = (id: TurnTarget["id"]) => TURN_TARGETS.find((one) => one.id === id) as TurnTarget;
let made = 0;
const newId = (type: string) => `${type}-${++made}`;
const turn = (item: PageItem, id: TurnTarget["id"]) =>
  turnInto(item, target(id), newId)?.map(({ type, props: { id: _, ...props } }) => [type, props]);

const TEXT = block("Paragraph", { text: "<p>One <b>two</b></p><p>A &amp; b</p>", style: "lg" });
const LIST = block("List", { items: [{ title: "One" }, { title: "A < b" }] });

test("STUDIO-15 a text of two lines becomes two headings, two items or a quote with its words", () => {
  expect(turn(TEXT, "heading-2")).toEqual([
    ["Heading", { text: "One two", size: "h2" }],
    ["Heading", { text: "A & b", size: "h2" }],
  ]);
  expect(turn(TEXT, "bullets")).toEqual([["List", { items: [{ title: "One two" }, { title: "A & b" }] }]]);
  expect(turn(TEXT, "numbers")).toEqual([
    ["Paragraph", { style: "lg", text: "<ol><li>One <b>two</b></li><li>A &amp; b</li></ol>" }],
  ]);
  expect(turn(TEXT, "quote")).toEqual([
    ["Paragraph", { style: "lg", text: "<blockquote><p>One <b>two</b></p><p>A &amp; b</p></blockquote>" }],
  ]);
});

test("STUDIO-15 a list becomes paragraphs, and a heading another size with its looks", () => {
  expect(turn(LIST, "text")).toEqual([["Paragraph", { text: "<p>One</p><p>A &lt; b</p>" }]]);
  const heading = block("Heading", { text: "Scope", size: "h1", alignment: "center", anchor: "scope" });
  expect(turn(heading, "heading-3")).toEqual([
    ["Heading", { text: "Scope", size: "h3", alignment: "center", anchor: "scope" }],
  ]);
  expect(turn(block("Heading", { text: "Scope", locked: true }), "text")).toEqual([
    ["Paragraph", { text: "<p>Scope</p>", locked: true }],
  ]);
});

test("STUDIO-15 marks around several lines are closed in each, and a table is no text", () => {
  expect(turn(block("Paragraph", { text: "<b><p>one</p><p>two</p></b>" }), "numbers")).toEqual([
    ["Paragraph", { text: "<ol><li><b>one</b></li><li><b>two</b></li></ol>" }],
  ]);
  const table = block("Paragraph", { text: "<table><tr><td>1</td></tr></table>" });
  expect(turn(table, "bullets")).toBeUndefined();
  expect(turn(block("Image", {}), "text")).toBeUndefined();
});

test("STUDIO-15 the first block has the old id, and no way loses a word", () => {
  for (const one of TURN_TARGETS) {
    for (const item of [TEXT, LIST, block("Paragraph", { text: "" })]) {
      const became = turnInto(item, one, newId) ?? [];
      expect(became[0]?.props.id).toBe("own");
      const words = (items: readonly PageItem[]) =>
        items
          .flatMap(({ type, props }) => {
            if (type === "List") return (props.items as { title: string }[]).map(({ title }) => title);
            return type === "Paragraph" ? plainText(String(props.text)) : String(props.text);
          })
          .join(" ")
          .split(/\s+/)
          .filter(Boolean);
      expect(words(became)).toEqual(words([item]));
    }
  }
});
