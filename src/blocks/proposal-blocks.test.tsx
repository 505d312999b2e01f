import { describe, expect, test } from "vitest";
import { migratePage } from "#domain/page/migrate-page.ts";
import { readText, showBlock, showPage } from "#tests/support/show-block.tsx";

const ATTACK = "<img src=x onerror=alert(1)><script>alert(1)</script>";

describe("BLOCK-11 Proven Way of Working", () => {
  const phases = [
    { name: "Listen", description: "A morning.\nAn <em>afternoon</em>.", time: "1 week" },
    { name: "Design" },
    {},
    null,
  ];

  test("its phases in their order, each with name, description and time", () => {
    const html = showBlock("ProvenWayOfWorking", { phases });
    expect(html).toMatch(/^<ol class="cp-phases"><li class="cp-phase">/);
    expect(readText(html)).toEqual(["Listen", "1 week", "A morning.", "An", "afternoon", ".", "Design"]);
    expect(html).toContain("A morning.<br />An <em>afternoon</em>.");
  });

  test("its names are headings one below the heading above", () => {
    const above = { type: "Heading", props: { id: "h", text: "How we work", size: "h1" } };
    const html = showPage([above, { type: "ProvenWayOfWorking", props: { id: "p", phases } }]);
    expect(html).toContain('<h3 class="cp-phase__name">Listen</h3>');
  });
});

describe("BLOCK-12 Deliverables", () => {
  test("a title, and items with content", () => {
    const items = [{ content: "A <strong>store</strong>" }, { content: "A handbook" }, { content: " " }, 5];
    const html = showBlock("Deliverables", { title: "What you get", items });
    expect(readText(html)).toEqual(["What you get", "A", "store", "A handbook"]);
    expect(html.match(/<li>/g)).toHaveLength(2);
    expect(html).toContain('<h2 class="cp-block-title">What you get</h2>');
  });

  test("without a title, the items alone", () => {
    expect(readText(showBlock("Deliverables", { items: [{ content: "A" }] }))).toEqual(["A"]);
  });
});

describe("BLOCK-13 Case Studies", () => {
  const card = {
    title: "Saltbush Tours",
    summary: "Booked <em>out</em>.",
    link: "https://example.com/saltbush",
    image: "http://example.com/a.png",
    colour: "#14213d",
    imageSize: "contain",
    imagePosition: "left",
  };

  test("a header, and cards with title, summary, link and image", () => {
    const html = showBlock("CaseStudies", { header: "Work like yours", cards: [card, { title: "Other" }] });
    expect(readText(html)).toEqual([
      "Work like yours",
      "Saltbush Tours",
      "(opens in a new tab)",
      "Booked",
      "out",
      ".",
      "Other",
    ]);
    expect(html).toContain('href="https://example.com/saltbush"');
    expect(html).toContain("<h2");
    expect(html).toMatch(/<h3 class="cp-case__title"><a /);
    expect(html).toContain('<h3 class="cp-case__title"><span class="cp-case__link">Other</span></h3>');
  });

  test("BLOCK-19 colour, imageSize and imagePosition; text is light on a dark colour", () => {
    const html = showBlock("CaseStudies", { cards: [card] });
    expect(html).toContain('<li class="cp-case cp-on-dark" style="background-color:#14213d">');
    expect(html).toContain('src="https://example.com/a.png" alt="" class="cp-case__image"');
    expect(html).toContain("object-fit:contain;object-position:left");
  });

  test("BLOCK-19 an image that is not there yet, or not on paper, leaves a tidy box", () => {
    const pending = { ...card, image: "/images/abcdefghijklmnopqrstu-" };
    for (const html of [
      showBlock("CaseStudies", { cards: [pending] }),
      showBlock("CaseStudies", { cards: [card] }, { mode: "print", imageData: () => undefined }),
    ]) {
      expect(html).toContain('<span class="cp-image__stand-in cp-case__stand-in">Image</span>');
      expect(html).not.toContain("<img");
    }
  });

  test("by default the image fills its place from the middle", () => {
    const html = showBlock("CaseStudies", {
      cards: [{ ...card, imageSize: "9px;x", imagePosition: "url(x)" }],
    });
    expect(html).toContain("object-fit:cover;object-position:center");
  });

  test("on paper an image is drawn where its data is at hand, and nothing is fetched", () => {
    const print = (imageData?: () => string) =>
      showBlock("CaseStudies", { cards: [card] }, { mode: "print", ...(imageData && { imageData }) });
    expect(print()).not.toContain("<img");
    expect(print(() => "data:image/png;base64,AA")).toContain('src="data:image/png;base64,AA"');
  });

  test.each(["javascript:alert(1)", "//evil.example"])("a link that is not safe (%s) is no link", (link) => {
    expect(showBlock("CaseStudies", { cards: [{ ...card, link }] })).not.toContain("href");
  });
});

describe("BLOCK-15 Link Wrapper", () => {
  const inner = { type: "Heading", props: { id: "h", text: "Inside" } };
  const wrap = (props: Record<string, unknown>, context = {}) => showBlock("LinkWrapper", props, context);

  test("is a link around what it holds", () => {
    const html = wrap({ link: "https://example.com", target: "_blank", content: [inner] });
    expect(html).toMatch(
      /^<a href="https:\/\/example.com" class="cp-link-wrapper cp-column" target="_blank" rel="noopener/,
    );
    expect(readText(html)).toEqual(["Inside", "(opens in a new tab)"]);
  });

  test("opens in the same tab by default, and always at an anchor", () => {
    expect(wrap({ link: "https://example.com", content: [inner] })).not.toContain("target");
    expect(wrap({ link: "#scope", target: "_blank", content: [inner] })).not.toContain("target");
  });

  test.each([
    ["a button", { type: "Button", props: { id: "b", text: "Go", link: "https://other.example" } }],
    [
      "a link in a text",
      { type: "Paragraph", props: { id: "p", text: "<a href='https://other.example'>Go</a>" } },
    ],
    [
      "another wrapper inside a container",
      {
        type: "Container",
        props: {
          id: "c",
          content: [
            { type: "LinkWrapper", props: { id: "l", link: "https://other.example", content: [inner] } },
          ],
        },
      },
    ],
  ])("around %s it lies behind, so that no link holds another", (_name, contained) => {
    const html = wrap({ link: "https://example.com", content: [contained] });
    expect(html).toContain(
      '<a href="https://example.com" class="cp-link-wrapper__link"><span class="cp-unseen">Open example.com</span></a>',
    );
    expect(html).toContain('href="https://other.example"');
    expect(html).not.toMatch(/<a [^>]*>(?:(?!<\/a>).)*<a /);
  });

  test("an image's stand-in inside of it is no link of its own", () => {
    const image = { type: "Image", props: { id: "i", src: "https://example.com/a.png", alt: "A cup" } };
    const html = wrap({ link: "https://example.com", content: [image] }, { mode: "print" });
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(readText(html)).toEqual(["Image: A cup"]);
  });

  test.each([undefined, "javascript:alert(1)"])(
    "without a safe address (%j) it shows what it holds",
    (link) => {
      const html = wrap({ link, content: [inner] });
      expect(html).not.toContain("<a");
      expect(readText(html)).toEqual(["Inside"]);
    },
  );

  test("while it is edited it leads nowhere", () => {
    expect(wrap({ link: "https://example.com", content: [inner] }, { mode: "edit" })).not.toContain("<a");
  });

  test("EDIT-9 of an old page, it holds what its zone held", () => {
    const stored = {
      content: [{ type: "LinkWrapper", props: { id: "wrap", link: "https://example.com" } }],
      zones: { "wrap:content": [{ type: "Container", props: { id: "box" } }], "box:inside": [inner] },
    };
    const { page, problems } = migratePage(stored);
    expect(problems).toEqual([]);
    expect(readText(showPage(page.content))).toEqual(["Inside"]);
  });
});

describe("BLOCK-16 Page Break", () => {
  test("readers see nothing of it; on paper it is where a page ends", () => {
    expect(showBlock("PageBreak", {})).toBe('<div class="cp-page-break"></div>');
    expect(showBlock("PageBreak", {}, { mode: "print" })).toBe('<div class="cp-page-break"></div>');
  });

  test("its placeholder is visible in edit mode only", () => {
    expect(readText(showBlock("PageBreak", {}, { mode: "edit" }))).toEqual(["Page break"]);
  });
});

test.each([
  ["ProvenWayOfWorking", { phases: [{ description: ATTACK, name: ATTACK, time: ATTACK }] }],
  ["Deliverables", { items: [{ content: ATTACK }], title: ATTACK }],
  [
    "CaseStudies",
    { header: ATTACK, cards: [{ summary: ATTACK, title: ATTACK, link: ATTACK, image: ATTACK }] },
  ],
  ["PricingTable", { lineItems: [{ product: ATTACK, countLabel: ATTACK }] }],
  ["VideoGrid", { title: ATTACK, urls: [ATTACK] }],
])("BLOCK-18 nothing in a %s acts", (type, props) => {
  expect(showBlock(type, props)).not.toMatch(/<script|<img/);
});

test.each(["ProvenWayOfWorking", "Deliverables", "CaseStudies", "VideoGrid", "Video", "LinkWrapper"])(
  "BLOCK-17 a %s without content shows readers nothing, and its author what to do",
  (type) => {
    expect(readText(showBlock(type, {}))).toEqual([]);
    expect(readText(showBlock(type, {}, { mode: "edit" }))).toHaveLength(1);
  },
);
