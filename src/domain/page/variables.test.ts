import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PageItem, PuckState } from "./page.ts";
import { fillVariables, variablesOf } from "./variables.ts";

const block = (type: string, id: string, props: Record<string, unknown>): PageItem => ({
  type,
  props: { id, ...props },
});
const pageOf = (...content: PageItem[]): PuckState => ({ root: {}, content });
const heading = (text: string) => pageOf(block("Heading", "h", { text }));
const paragraph = (text: string) => pageOf(block("Paragraph", "p", { text }));
const textOf = (page: PuckState) => page.content[0]?.props.text;
const texts = new Map([
  ["client.name", "Harbour & Co <b>"],
  ["start-date", "1 May"],
  ["empty", "  "],
]);

describe("STUDIO-9 variables are filled", () => {
  test.each([
    ["For {{client.name}}", "For Harbour & Co <b>"],
    ["{{ client.name }}, {{start-date}}!", "Harbour & Co <b>, 1 May!"],
    ["{{start-date}}{{start-date}}", "1 May1 May"],
    ["{{{start-date}}}", "{1 May}"],
    ["{{empty}} {{unknown}} {{Client.Name}} {{client..name}} {{}} {start-date}", null],
    ["{{constructor}} {{to-string}} {{proto}}", null],
  ])("in a text: %s", (text, expected) => {
    expect(textOf(fillVariables(heading(text), texts))).toBe(expected ?? text);
  });

  test.each([
    ["<p>For <b>{{client.name}}</b></p>", "<p>For <b>Harbour &amp; Co &lt;b&gt;</b></p>"],
    ["{{&nbsp;start-date&nbsp;}}", "1 May"],
    [
      '<a href="/{{start-date}}" title=">">{{start-date}}</a>',
      '<a href="/{{start-date}}" title=">">1 May</a>',
    ],
    [
      "<a title='{{client.name}}' x=\"'>{{start-date}}\">{{start-date}}",
      "<a title='{{client.name}}' x=\"'>{{start-date}}\">1 May",
    ],
    ["5 < 6 {{start-date}} > 4", "5 < 6 {{start-date}} > 4"],
    ["<{{client.name}}", "&lt;Harbour &amp; Co &lt;b&gt;"],
    ['<img src="{{client.name}}', '<img src="Harbour &amp; Co &lt;b&gt;'],
    ["For {{client.<i>na</i>me}}!", "For Harbour &amp; Co &lt;b&gt;!"],
    ["{{<b>start-date</b>}}", "<b>1 May</b>"],
    ["<b>{{start</b>-<i>da<u>te</u>}}, now</i>", "<b>1 May</b><i>, now</i>"],
    ['{<span class="x">{&nbsp;start-date }</span>}', '<span class="x">1 May</span>'],
    ["{{start-</p><p>date}}", "{{start-</p><p>date}}"],
    ["{{start-<b title='}}'>date</b>}}", "1 May"],
  ])("in HTML, escaped, and never in a tag: %s", (html, expected) => {
    expect(textOf(fillVariables(paragraph(html), texts))).toBe(expected);
  });

  test("a text with a variable in it fills nothing again, and of a pattern nothing is replaced", () => {
    const circular = new Map([
      ["a", "{{b}} $& $1"],
      ["b", "{{a}}"],
    ]);
    expect(textOf(fillVariables(heading("{{a}}"), circular))).toBe("{{b}} $& $1");
  });

  test("in every block at any depth, in lists and groups, and not in addresses or blocks no one knows", () => {
    const page = pageOf(
      block("Container", "c", {
        content: [
          block("List", "l", { items: [{ title: "By {{start-date}}" }] }),
          block("PricingTable", "t", { lineItems: [{ product: "{{start-date}}", price: 1, count: 1 }] }),
          block("Button", "b", { text: "{{start-date}}", link: "/{{start-date}}" }),
          block("Hologram", "x", { text: "{{start-date}}" }),
        ],
      }),
    );
    const filled = JSON.stringify(fillVariables(page, texts));
    expect(filled.match(/1 May/g)).toHaveLength(3);
    expect(filled).toContain('"link":"/{{start-date}}"');
    expect(variablesOf(page)).toEqual([{ name: "start-date", blockIds: ["l", "t", "b"] }]);
    expect(variablesOf(fillVariables(page, texts))).toEqual([]);
  });

  test("what has no text is listed in the order of the page, with each block once", () => {
    const page = pageOf(
      block("Heading", "one", { text: "{{b}} {{a}} {{b}}" }),
      block("Paragraph", "two", { text: "{{a}} <i title='{{hidden}}'>{{c.d-e}}</i>" }),
    );
    expect(variablesOf(fillVariables(page, new Map([["b", " "]])))).toEqual([
      { name: "b", blockIds: ["one"] },
      { name: "a", blockIds: ["one", "two"] },
      { name: "c.d-e", blockIds: ["two"] },
    ]);
  });
});

test("STUDIO-9 whatever the texts are, filled HTML opens and ends the tags that it did, and nothing is filled twice", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "<p>",
      "</p>",
      '<a href="{{a}}">',
      "</a>",
      "{{a}}",
      "{{b}}",
      "{{ a }}",
      "{{<b>a</b>}}",
      "{<i>{",
      "a",
      "}}",
      "</i>",
      "<",
      ">",
      '"',
      "'",
    ),
    fc.string(),
  );
  // Of formatting inside a variable, pairs with nothing between them go.
  const balanceOf = (html: string) =>
    ["p", "a", "b", "i"].map((tag) => html.split(`<${tag}`).length - html.split(`</${tag}>`).length);
  const anything = fc.oneof(
    fc.string(),
    fc.constantFrom("<script>", "\"'><img onerror=x>", "{{b}}", "$&", "&lt;"),
  );
  fc.assert(
    fc.property(fc.array(piece), anything, (parts, text) => {
      const html = parts.join("");
      const filled = fillVariables(paragraph(html), new Map([["a", text]]));
      expect(balanceOf(String(textOf(filled)))).toEqual(balanceOf(html));
      const names = variablesOf(paragraph(html)).map(({ name }) => name);
      if (names.length === 0) expect(textOf(filled)).toBe(html);
    }),
    {
      examples: [
        [["<", "{{a}}"], "a"],
        [["</", "{{a}}"], "a>"],
      ],
    },
  );
});
