import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeCame, describeLeftOut, type PasteReport } from "#domain/page/paste-report.ts";
import { pasteToBlocks } from "#domain/page/paste-to-blocks.ts";
import { pasteToHtml } from "#domain/page/paste-to-html.ts";
import { pasteToText } from "#domain/page/paste-to-text.ts";
import { SEED } from "#tests/support/suite-cases.ts";
import { sanitiseHtml } from "./sanitise-html.ts";

const describePaste = (report: PasteReport) => `${describeCame(report)} ${describeLeftOut(report)}`.trim();

const FOLDER = new URL("../../../tests/clipboard/", import.meta.url);
const NAMES = readdirSync(FOLDER);

function pasted(name: string) {
  const written = readFileSync(new URL(name, FOLDER), "utf8");
  return name.endsWith(".html") ? { html: written, text: "" } : { html: "", text: written };
}

const ofHtml = (html: string) => ({ html, text: "" });
const sanitised = (html: string) => sanitiseHtml(html).replaceAll(" />", ">");
const wordsOf = (html: string) =>
  html
    .replaceAll(/<\/(?:p|li|h\d|td|th|pre|caption)>|<br>|<[uo]l/g, " $&")
    .replaceAll(/<[^>]*>/g, "")
    .split(/\s+/)
    .filter((word) => word !== "");

/** The words of blocks as their formatted texts. */
function blockHtml({ type, props }: ReturnType<typeof pasteToBlocks>["blocks"][number]): string {
  if (type === "Heading") return `<p>${sanitiseHtml(String(props.text).replaceAll("&", "&amp;"))}</p>`;
  if (type === "List")
    return (props.items as { title: string }[]).map(({ title }) => `<li>${title}</li>`).join("");
  return typeof props.text === "string" ? props.text : "";
}

/** The formatted text of each clipboard, where headings are possible. */
const EXPECTED: Record<string, string> = {
  "cells.tsv":
    "<table><tbody><tr><td>Bed</td><td>Plants</td></tr><tr><td>North</td><td>4</td></tr><tr><td>South</td><td>six<br>or eight</td></tr></tbody></table>",
  "docs.html":
    '<h2>Rules</h2><p>Gates are <strong>closed</strong><s> rarely</s></p><ol type="a"><li>goats</li><li>geese, see (a)</li></ol><ul><li>☑ Fence done</li></ul>',
  "excel.html":
    '<table><thead><tr><th scope="col">Plant</th><th scope="col">Price</th></tr></thead><tbody><tr><td>Pear</td><td>48.00</td></tr></tbody></table>',
  "libreoffice.html": "<h2>Soil</h2><p>Clay<sup>1</sup> and <em>sand</em></p><ul><li>dig</li></ul>",
  "links.md":
    '<h2>Seeds</h2><ul><li><a href="https://files.example/wp__seed__/list_v2.pdf" rel="noopener noreferrer">Beans</a></li><li><a href="https://en.example/wiki/Bean_(broad)" rel="noopener noreferrer">Wiki</a></li><li><code>grow __now__</code></li><li>☐ water</li></ul><p>1990. was a wet year</p>',
  "notion.html": "<ul><li>☐ Order seeds</li></ul><p>More</p><p>Later</p>",
  "outlook.html": "<p>Hello Iris,</p><p>It costs 3\u00a0400\u00a0AUD.</p>",
  "pages.html": "<p><strong>Shed</strong> of oak</p>",
  "word-bullets.html":
    "<h2>Garden plan</h2><p>We plant <strong>before frost</strong>:</p><ul><li>Two pears</li><li>Herbs<ul><li>thyme by the door</li></ul></li><li>A hedge</li></ul>",
  "word-changes.html":
    "<p>At most <s>eighty</s>ninety plants, <s>twelve</s> ten m<sup>2</sup>.</p><h2>Price fixed</h2>",
  "word-clauses.html":
    '<ol><li><p>Watering</p><p>1.1 Twice a week.</p><p>(a) in the morning;</p></li><li>Pruning</li></ol><p>Clause 3 follows.</p><ol start="3"><li>Harvest</li></ol><ol type="A"><li>Tools</li><li>Seeds</li></ol>',
  "word-comments.html":
    "<p>Beds 2</p><h2>Beds</h2><p>Raised beds<sup>[1]</sup> of larch.</p><hr><p><sup>[1]</sup> Untreated.</p>",
};

/** What the message says was left out on the canvas. */
const LEFT_OUT: Record<string, string> = {
  "excel.html": "Left out: 5 hidden cells.",
  "word-comments.html": "Left out: 1 comment, 1 hidden text.",
  "word-changes.html": "Left out: 1 deleted text, 1 picture (“Plan of the beds”: file on another computer).",
};

describe("STUDIO-13 one paste pipeline", () => {
  test.each(NAMES)("%s is the same text in blocks, fields and general documents", (name) => {
    const clipboard = pasted(name);
    const { html } = pasteToHtml(clipboard, { hasHeadings: true });
    expect(html).toBe(EXPECTED[name]);
    const { blocks, report } = pasteToBlocks(clipboard);
    const words = wordsOf(html);
    expect(wordsOf(blocks.map(blockHtml).join(""))).toEqual(words);
    expect(wordsOf(pasteToHtml(clipboard, { hasHeadings: false }).html)).toEqual(words);
    expect(sanitised(html)).toBe(html);
    const [, leftOut = ""] = /(Left out:.*)$/.exec(describePaste(report)) ?? [];
    expect(leftOut).toBe(LEFT_OUT[name] ?? "");
  });

  test("the message says what came and what was left out", () => {
    const clipboard = ofHtml("<h1>A</h1><h2>B</h2><p>C</p><ul><li>D</li></ul><p hidden>E</p>");
    const { report } = pasteToBlocks(clipboard);
    expect(describePaste(report)).toBe("Pasted 2 headings, a paragraph and a list. Left out: 1 hidden text.");
    const onlyHidden = pasteToBlocks(ofHtml("<p hidden>E</p>"));
    expect(describePaste(onlyHidden.report)).toBe("Nothing was pasted. Left out: 1 hidden text.");
  });

  test("where no text can be struck out, deleted, hidden and commented words are left out", () => {
    const html =
      "<p>At most <del>$900</del><ins>$50</ins> in all</p><p style='mso-hide:all'>Our floor is $9</p><ul><li>One</li><li><s>Two</s></li></ul>";
    const plain = "At most $900$50 in all\r\nOur floor is $9\r\n• One\r\n• Two";
    const { text, report } = pasteToText({ html, text: plain });
    expect(text).toBe("At most $50 in all\nOne");
    expect(describePaste(report)).toContain("Left out: 1 hidden text, 2 deleted texts.");
    // Other words come as the program wrote them.
    const code = { html: "<pre>a  b</pre>", text: "a  b\r\n\tc" };
    expect(pasteToText(code).text).toBe("a  b\n\tc");
    expect(pasteToText(ofHtml("<table><tr><td>1</td><td>2</td></tr></table>")).text).toBe("1\t2");
  });

  test.each([
    ["tags", ofHtml("<b>".repeat(700_000))],
    ["cells", { html: "", text: "1\t".repeat(1_000_000) }],
    ["brackets", { html: "", text: `# a\n${"[".repeat(2_000_000)}` }],
  ])("2 MB of %s are refused in one sentence", (_name, clipboard) => {
    const sentence = "Nothing was pasted. It is too long to be pasted at once. Paste it in parts.";
    for (const { report } of [
      pasteToBlocks(clipboard),
      pasteToHtml(clipboard, { hasHeadings: true }),
      pasteToText(clipboard),
    ])
      expect(describePaste(report)).toBe(sentence);
  });

  test("a table or list that is too long for one text or block is refused there, or comes as another", () => {
    const clipboard = ofHtml(`<table>${"<tr><td>1</td><td>2</td></tr>".repeat(4000)}</table>`);
    const { html, report } = pasteToHtml(clipboard, { hasHeadings: true });
    expect([html, report.leftOut.isTooLong]).toEqual(["", true]);
    expect(pasteToBlocks(clipboard).blocks).toHaveLength(1);
    const [list] = pasteToBlocks(ofHtml(`<ul>${"<li>1</li>".repeat(1001)}</ul>`)).blocks;
    expect(list?.type).toBe("Paragraph");
  });

  test("deleted words stay struck out whatever element is around them", () => {
    const clipboard = ofHtml(
      "<del><p>old</p><ul><li>item</li></ul></del><div style='text-decoration:line-through'><p>gone</p></div>",
    );
    const { html } = pasteToHtml(clipboard, { hasHeadings: false });
    expect(html).toBe("<p><s>old</s></p><ul><li><s>item</s></li></ul><p><s>gone</s></p>");
  });

  test("a picture inside the clipboard gets its stored address", () => {
    const source = "data:image/png;base64,AAAA";
    const clipboard = ofHtml(`<p>Before</p><img src="${source}" alt="A pond">`);
    expect(pasteToBlocks(clipboard, new Map([[source, { address: "/images/pond" }]])).blocks).toEqual([
      { type: "Paragraph", props: { text: "<p>Before</p>" } },
      { type: "Image", props: { src: "/images/pond", alt: "A pond" } },
    ]);
  });

  test("a list of twelve levels and a table of a thousand cells come whole", () => {
    const deep = "<ul><li>level".repeat(12) + "</li></ul>".repeat(12);
    expect(pasteToHtml(ofHtml(deep), { hasHeadings: false }).html).toBe(deep);
    const row = `<tr>${"<td>1</td>".repeat(20)}</tr>`;
    const { html } = pasteToHtml(ofHtml(`<table>${row.repeat(50)}</table>`), { hasHeadings: false });
    expect(html.match(/<td>/g)).toHaveLength(1000);
  });
});

const WORD = fc.stringMatching(/^[a-z]{1,6}$/);
const STYLE = fc.constantFrom(
  "",
  "font-weight:700",
  "mso-bidi-font-weight:normal;font-style:italic",
  "text-decoration:line-through",
  "vertical-align:super",
  "mso-list:l0 level2 lfo1",
  "background:url(https://evil.example/x)",
);
const TAG = fc.constantFrom(
  "p",
  "div",
  "b",
  "span",
  "del",
  "ul",
  "ol",
  "li",
  "table",
  "tr",
  "td",
  "th",
  "blockquote",
  "a",
  "center",
  "o:p",
);
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    WORD.map((word) => ` ${word} `),
    fc
      .tuple(TAG, STYLE, fc.array(tie("tree"), { maxLength: 4 }))
      .map(([tag, style, inside]) => `<${tag} style="${style}" onclick=alert(1)>${inside.join("")}</${tag}>`),
  ),
}));
const ATTACK = fc.constantFrom(
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  '<a href="javascript:alert(1)">x</a>',
  "<!--",
  "<table><td>",
  "</p></div>",
  "<![if !x]>",
  "&lt;b&gt;",
  "\ud800",
  "<constructor>",
  '<p style="',
);

test("STUDIO-13 whatever is pasted is harmless, and the same when it is pasted again", () => {
  const parts = fc.array(fc.oneof(tree, ATTACK, fc.string({ maxLength: 10 })), { maxLength: 8 });
  fc.assert(
    fc.property(parts, fc.boolean(), (written, hasHeadings) => {
      const { html } = pasteToHtml(ofHtml(written.join("")), { hasHeadings });
      expect(sanitised(html)).toBe(html);
      expect(pasteToHtml(ofHtml(html), { hasHeadings }).html).toBe(html);
    }),
    { seed: SEED, numRuns: 400 },
  );
});

test("STUDIO-13 every visible word comes exactly once", () => {
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 6 }), (written) => {
      const words = wordsOf(written.join("").replaceAll(/<[^>]*>/g, " ")).toSorted();
      const { html } = pasteToHtml(ofHtml(written.join("")), { hasHeadings: false });
      expect(wordsOf(html.replaceAll(/<[^>]*>/g, " ")).toSorted()).toEqual(words);
    }),
    { seed: SEED, numRuns: 400 },
  );
});
