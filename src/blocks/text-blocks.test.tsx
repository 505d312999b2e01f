import { describe, expect, test } from "vitest";
import { readText, showBlock, showPage } from "#tests/support/show-block.tsx";
import { withLineBreaks, withListsAroundItems } from "./rich-text.tsx";

describe("BLOCK-1 heading", () => {
  test.each(["title", "h1", "h2"])("size %s is that look of an h2, below the document's name", (size) => {
    const html = showBlock("Heading", { text: "Scope", size });
    expect(html).toBe(`<h2 class="cp-heading cp-heading--${size} cp-align-left">Scope</h2>`);
  });

  test("every size keeps its look, and levels follow each other without holes", () => {
    const sizes = ["title", "h4", "h6", "h2", "h3", "h5", "h1"];
    const html = showPage(
      sizes.map((size, n) => ({ type: "Heading", props: { id: `h${n}`, text: size, size } })),
    );
    const shown = [...html.matchAll(/<h(\d) class="cp-heading cp-heading--(\w+)/g)].map(([, level, size]) => [
      level,
      size,
    ]);
    expect(shown).toEqual([
      ["2", "title"],
      ["3", "h4"],
      ["4", "h6"],
      ["3", "h2"],
      ["4", "h3"],
      ["5", "h5"],
      ["2", "h1"],
    ]);
  });

  test("its anchor is its id, its alignment a class", () => {
    expect(showBlock("Heading", { text: "Scope", anchor: "scope", alignment: "center" })).toMatch(
      /^<h2 id="scope" class="[^"]* cp-align-center"/,
    );
  });

  test("its colour applies where it can be read on what lies behind", () => {
    const colourOf = (html: string) => /style="color:([^"]*)"/.exec(html)?.[1];
    const heading = (textColor: string) => ({
      type: "Heading",
      props: { id: "h", text: "A", size: "h3", textColor },
    });
    const dark = (textColor: string) =>
      showPage([
        {
          type: "Container",
          props: { id: "c", backgroundColor: "#14213d", backgroundOpacity: 1, content: [heading(textColor)] },
        },
      ]);
    expect(colourOf(showPage([heading("#b02a1a")]))).toBe("#b02a1a");
    expect(colourOf(showPage([heading("#cccccc")]))).toBeUndefined();
    expect(colourOf(dark("#fca311"))).toBe("#fca311");
    expect(colourOf(dark("#1d3b8b"))).toBeUndefined();
  });

  test("its text is text, and an empty one shows nothing", () => {
    expect(showBlock("Heading", { text: "<b>5 > 4</b>" })).toContain("&lt;b&gt;5 &gt; 4&lt;/b&gt;");
    expect(showBlock("Heading", { text: "  " })).toBe("");
  });
});

describe("BLOCK-2 paragraph", () => {
  test.each(["xs", "sm", "md", "lg", "xl"])("style %s", (style) => {
    expect(showBlock("Paragraph", { text: "A", style })).toContain(`cp-paragraph--${style}`);
  });

  test("is md by default, and its newlines are line breaks", () => {
    expect(showBlock("Paragraph", { text: "One\ntwo\r\n\nfour" })).toBe(
      '<p class="cp-rich cp-paragraph cp-paragraph--md">One<br />two<br /><br />four</p>',
    );
  });

  test("BLOCK-18 its HTML is shown sanitised", () => {
    const html = showBlock("Paragraph", {
      text: 'A <strong>b</strong><script>alert(1)</script><img onerror="x">',
    });
    expect(html).toBe('<p class="cp-rich cp-paragraph cp-paragraph--md">A <strong>b</strong></p>');
  });

  test("paragraphs of its own make it a group", () => {
    expect(showBlock("Paragraph", { text: "<p>One</p>\n<p>Two</p>" })).toBe(
      '<div class="cp-rich cp-paragraph cp-paragraph--md"><p>One</p><p>Two</p></div>',
    );
  });

  test.each([
    ["a\nb", "a<br>b"],
    ["<p>a</p>\n\n<p>b\nc</p>\n", "<p>a</p><p>b<br>c</p>"],
    ["<ul>\n  <li>a</li>\n</ul>\nb", "<ul><li>a</li></ul>b"],
    ["a <em>b</em>\n<strong>c</strong>", "a <em>b</em><br><strong>c</strong>"],
    ["<p>a</p> <p>b</p>", "<p>a</p> <p>b</p>"],
    ["<a\nhref='/x'>a</a>", "<a\nhref='/x'>a</a>"],
  ])("newlines in %j", (html, shown) => {
    expect(withLineBreaks(html)).toBe(shown);
  });

  test("newlines without end are read at once", () => {
    const start = process.threadCpuUsage();
    withLineBreaks(`<p>${"\n".repeat(200_000)}a</p>${"<".repeat(200_000)}`);
    expect(process.threadCpuUsage(start).user).toBeLessThan(2_000_000);
  });
});

describe("BLOCK-3 list", () => {
  test("its items, each with its title as text", () => {
    const html = showBlock("List", {
      items: [{ title: "One" }, { title: "<i>Two</i>" }, { title: "" }, null],
    });
    expect(html).toBe(
      '<ul class="cp-list"><li><bdi>One</bdi></li><li><bdi>&lt;i&gt;Two&lt;/i&gt;</bdi></li></ul>',
    );
  });

  test.each([[undefined], [[]], ["x"], [{}]])("without items (%j) it shows nothing", (items) => {
    expect(showBlock("List", { items })).toBe("");
  });
});

describe("BLOCK-10 footer", () => {
  const footer = {
    businessName: "Ember & Oak Digital",
    abn: "12 345 678 901",
    address: "2 Market St\nSydney",
    termsLink: "/general-document/terms",
    contactEmail: "hello@emberandoak.example",
  };

  test("business name, ABN, address, terms and email", () => {
    const html = showBlock("Footer", footer);
    expect(readText(html)).toEqual([
      "Ember & Oak Digital",
      "ABN 12 345 678 901",
      "2 Market St",
      "Sydney",
      "Terms and conditions",
      "(opens in a new tab)",
      "hello@emberandoak.example",
    ]);
    expect(html).toContain('href="mailto:hello@emberandoak.example"');
    expect(html).toContain('href="/general-document/terms"');
  });

  test("leaves out what is not there", () => {
    expect(readText(showBlock("Footer", { abn: "ABN 12 345 678 901" }))).toEqual(["ABN 12 345 678 901"]);
  });
});

test.each([
  ["<ul><li>a</li></ul>", "<ul><li>a</li></ul>"],
  ["a <li>b</li> c", "a <ul><li>b</li></ul> c"],
  ["<li>a<ol><li>b</li></ol></li>", "<ul><li>a<ol><li>b</li></ol></li></ul>"],
  ["<li><b><li>a</li></b></li>", "<ul><li><b><li>a</li></b></li></ul>"],
  ["<link><lista>", "<link><lista>"],
])("BLOCK-2 the items of %s are in a list", (html, shown) => {
  expect(withListsAroundItems(html)).toBe(shown);
});
