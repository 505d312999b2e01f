import fc from "fast-check";
import { INLINE_TAGS, RICH_TEXT_TAGS } from "#domain/page/rich-text.ts";
import { casesFor, SEED } from "./suite-cases.ts";

const WORDS = fc.constantFrom(
  "a",
  " b ",
  "c  d",
  "\n",
  " ",
  "&nbsp;",
  "{{client.name}}",
  "\u05d0",
  "&lt;b&gt;",
  "\u6f22",
);
const LINK = ' href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer"';
const NONE = fc.constant("");

type Trees = Record<"inline" | "flow" | "block" | "items" | "rows" | "any", string>;
type Inside = fc.Arbitrary<string>;

const element = (tag: Inside, attributes: Inside, inside: Inside) =>
  fc
    .tuple(tag, attributes, inside)
    .map(([name, written, html]) => `<${name}${name === "a" ? LINK : written}>${html}</${name}>`);
const tags = (...names: string[]) => fc.constantFrom(...names);
const listOf = (inside: Inside, minLength = 0, maxLength = 3) =>
  fc.array(inside, { minLength, maxLength }).map((parts) => parts.join(""));

const trees = fc.letrec<Trees>((tie) => {
  const inline = listOf(tie("inline"));
  const line = fc.tuple(fc.constantFrom("a", "b c"), inline).map((parts) => parts.join(""));
  const some = { maxDepth: 5, depthSize: "small", withCrossShrink: true } as const;
  const cells = element(tags("td", "th"), fc.constantFrom("", ' colspan="2"', ' rowspan="2"'), tie("flow"));
  const start = fc.constantFrom("", ' start="3"', ' type="a"', ' start="-2" type="I"');
  return {
    inline: fc.oneof(some, WORDS, element(tags(...INLINE_TAGS), NONE, inline), fc.constant("<br>")),
    block: fc.oneof(
      some,
      element(tags("p", "h2", "h3", "h4", "pre"), NONE, line),
      element(tags("ul"), NONE, tie("items")),
      element(tags("ol"), start, tie("items")),
      element(tags("blockquote"), NONE, tie("flow")),
      element(tags("table"), NONE, tie("rows")),
      fc.constant("<hr>"),
    ),
    flow: fc.oneof(some, line, listOf(tie("block"), 1)),
    items: listOf(element(tags("li"), NONE, tie("flow")), 1),
    rows: fc
      .tuple(NONE, ...["thead", "tbody", "tfoot"].map((name) => element(tags(name), NONE, rowsOf(cells))))
      .map((parts) => parts.join("")),
    any: fc.oneof(
      { ...some, depthSize: "medium" },
      WORDS,
      element(tags(...RICH_TEXT_TAGS), fc.constantFrom("", ' start="3"', ' rowspan="0"'), listOf(tie("any"))),
    ),
  };
});

function rowsOf(cells: Inside): Inside {
  return listOf(element(tags("tr"), NONE, listOf(cells, 1)), 0, 2);
}

const draw = (texts: Inside, count: number) => fc.sample(texts, { seed: SEED, numRuns: count });

/** Texts as programs write them: lists of items, tables of rows, words in lines. */
export const drawTexts = () => draw(trees.flow, casesFor(500, 3000));

/** Texts of the tags that a sanitiser allows, in any order and depth. */
export const drawTangled = () => draw(listOf(trees.any, 1), casesFor(500, 3000));
