import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasMarkdown } from "./markdown-to-html.ts";
import { pageIssues } from "./page-issues.ts";
import { asItems, pasteToBlocks } from "./paste-to-blocks.ts";

const heading = (text: string, size: string) => ({ type: "Heading", props: { text, size } });
const paragraph = (text: string) => ({ type: "Paragraph", props: { text } });
const list = (...titles: string[]) => ({
  type: "List",
  props: { items: titles.map((title) => ({ title })) },
});

const blocksOf = (html: string) => pasteToBlocks({ html, text: "" }).blocks;
const ofText = (text: string) => pasteToBlocks({ html: "", text }).blocks;
const link = (href: string, words: string) => `<a href="${href}" rel="noopener noreferrer">${words}</a>`;

describe("STUDIO-2 paste becomes blocks", () => {
  test("from a web page", () => {
    const html = `<article><h1>Scope &amp; price</h1><div><p>First <a href="https://example.com/?a=1&amp;b=2">link</a>.</p>
      <p>Second<br>line</p></div><ul><li>One</li><li><p>Two</p></li></ul><figure><img src="https://example.com/a.png" alt="A sketch">
      <figcaption>Below</figcaption></figure></article>`;
    expect(blocksOf(html)).toEqual([
      heading("Scope & price", "h1"),
      paragraph(`<p>First ${link("https://example.com/?a=1&amp;b=2", "link")}.</p><p>Second<br>line</p>`),
      list("One", "Two"),
      { type: "Image", props: { src: "https://example.com/a.png", alt: "A sketch" } },
      paragraph("<p>Below</p>"),
    ]);
  });

  test("from Google Docs, whose bold is a style and whose wrapper is not bold", () => {
    const html = `<b style="font-weight:normal;"><h2><span style="font-weight:400">Plan</span></h2>
      <p><span style="font-weight:700">Fast</span><span style="font-style:italic"> and calm</span></p>
      <ol><li><p><span>First</span></p></li></ol></b>`;
    expect(blocksOf(html)).toEqual([
      heading("Plan", "h2"),
      paragraph("<p><strong>Fast</strong><em> and calm</em></p><ol><li>First</li></ol>"),
    ]);
  });

  test("from Google Docs, which writes the list of an item after the item", () => {
    const html = "<ul><li>One</li><ul><li>Discovery</li><li>Design</li></ul><li>Two</li></ul>";
    expect(blocksOf(html)).toEqual([
      paragraph("<ul><li>One<ul><li>Discovery</li><li>Design</li></ul></li><li>Two</li></ul>"),
    ]);
  });

  test("what was struck out stays struck out, and powers stay above the line", () => {
    const html = `<p>We charge <del>$900</del><ins>$1,200</ins> for 20 m<span style="vertical-align: super">2</span></p>`;
    expect(blocksOf(html)).toEqual([paragraph("<p>We charge <s>$900</s>$1,200 for 20 m<sup>2</sup></p>")]);
  });

  test("from Word, whose lists are paragraphs with marks", () => {
    const item = (mark: string, text: string) =>
      `<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">${mark}<span>&nbsp;&nbsp;</span></span>${text}</p>\n`;
    const html = `<p class="MsoNormal">Before</p>${item("·", "Store")}${item("·", "Photos")}${item("1.", "Then <b>this</b>")}`;
    expect(blocksOf(html)).toEqual([
      paragraph("<p>Before</p>"),
      list("Store", "Photos"),
      paragraph("<ol><li>Then <strong>this</strong></li></ol>"),
    ]);
  });

  test("a table, a quote and a formatted list stay formatted text", () => {
    const html =
      "<table><tbody><tr><td colspan='2'><p>Week</p></td></tr><tr><td>1</td><td>Draft</td></tr></tbody></table><blockquote><p>Well</p></blockquote><ul><li>One <b>bold</b></li></ul>";
    expect(blocksOf(html)).toEqual([
      paragraph(
        '<table><tbody><tr><td colspan="2">Week</td></tr><tr><td>1</td><td>Draft</td></tr></tbody></table><blockquote><p>Well</p></blockquote><ul><li>One <strong>bold</strong></li></ul>',
      ),
    ]);
  });

  test("loose words become a paragraph, and nothing becomes nothing", () => {
    expect(blocksOf("Just <b>words</b>")).toEqual([paragraph("<p>Just <strong>words</strong></p>")]);
    expect(blocksOf("<p>&nbsp;</p><ul></ul><h1> </h1>")).toEqual([]);
  });

  test("addresses that could run code, and pictures of the other computer, are left out", () => {
    const html = `<p><a href="javascript:alert(1)">Press</a></p><img src="file:///c:/a.png"><img src="data:image/png;base64,AA">`;
    expect(blocksOf(html)).toEqual([paragraph("<p>Press</p>")]);
  });

  test("a long text becomes several blocks, none too long to store", () => {
    const blocks = blocksOf(`<p>${"word ".repeat(2000)}</p>`.repeat(5));
    expect(blocks.length).toBeGreaterThan(1);
  });
});

describe("STUDIO-2 Markdown becomes blocks", () => {
  test("with headings, lists, stresses, a table and a picture", () => {
    const markdown = `# Scope\n\nA **bold** and *calm* plan, see [here](https://example.com/).\n\n- One\n- Two\n\n1. First\n2. Second\n   - inside\n\n| Week | What |\n|---|---|\n| 1 | Design |\n\n![A sketch](https://example.com/a.png)`;
    expect(ofText(markdown)).toEqual([
      heading("Scope", "h1"),
      paragraph(
        `<p>A <strong>bold</strong> and <em>calm</em> plan, see ${link("https://example.com/", "here")}.</p>`,
      ),
      list("One", "Two"),
      paragraph(
        '<ol><li>First</li><li>Second<ul><li>inside</li></ul></li></ol><table><thead><tr><th scope="col">Week</th><th scope="col">What</th></tr></thead><tbody><tr><td>1</td><td>Design</td></tr></tbody></table>',
      ),
      { type: "Image", props: { src: "https://example.com/a.png", alt: "A sketch" } },
    ]);
  });
  test("HTML in it is only text", () => {
    expect(ofText("<img src=x onerror=alert(1)>\n\n> said\n\n---")).toEqual([
      paragraph("<p>&lt;img src=x onerror=alert(1)&gt;</p><blockquote><p>said</p></blockquote><hr>"),
    ]);
  });
  test.each([
    ["# Title", true],
    ["- item", true],
    ["one\n\ntwo", false],
    ["[a](https://example.com/)", true],
    ["just a line", false],
    ["5 - 3 = 2", false],
  ])("%j is Markdown: %s", (text, expected) => {
    expect(hasMarkdown(text)).toBe(expected);
  });
});

test("STUDIO-2 whatever is pasted can be stored", () => {
  const tag = fc.constantFrom(
    "p",
    "h1",
    "ul",
    "li",
    "b",
    "table",
    "td",
    "div",
    "img src=x",
    "a href=javascript:x",
    "br",
    "/p",
    "/ul",
    "/div",
    "!--",
    "pre",
  );
  const part = fc.oneof(
    tag.map((name) => `<${name}>`),
    fc.string({ maxLength: 12 }),
    fc.constantFrom("&lt;", "&#x1F600;", "&#0;", "<"),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      let made = 0;
      const content = asItems(
        [...blocksOf(parts.join("")), ...ofText(parts.join("\n"))],
        () => `id-${++made}`,
      );
      expect(pageIssues({ root: {}, content })).toEqual([]);
    }),
  );
});
