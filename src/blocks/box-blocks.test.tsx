import { describe, expect, test } from "vitest";
import { readText, showBlock, showPage } from "#tests/support/show-block.tsx";

const styleOf = (html: string, className: string) =>
  new RegExp(`class="${className}[^"]*" style="([^"]*)"`).exec(html)?.[1];

describe("BLOCK-4 button", () => {
  test("by default it fits its text, stands left, and is padded 8 and 16", () => {
    const html = showBlock("Button", { text: "Go", link: "https://example.com" });
    expect(html).toContain('class="cp-button-row cp-align-left"');
    expect(html).toContain('class="cp-button cp-button--auto"');
    expect(html).toContain('href="https://example.com"');
    expect(html).toContain("padding:8px 16px 8px 16px");
    expect(html).not.toContain("target");
  });

  test("full width, centred, with its own padding", () => {
    const html = showBlock("Button", {
      text: "Go",
      width: "full",
      align: "center",
      padding: { top: 1, right: 2, bottom: 3, left: 4 },
    });
    expect(html).toContain("cp-button--full");
    expect(html).toContain("cp-align-center");
    expect(html).toContain("padding:1px 2px 3px 4px");
  });

  test("opens where it says; a link starting with # always in the same tab", () => {
    const open = (link: string) => showBlock("Button", { text: "Go", link, target: "_blank" });
    expect(open("https://example.com")).toContain('target="_blank" rel="noopener noreferrer"');
    expect(readText(open("https://example.com"))).toEqual(["Go", "(opens in a new tab)"]);
    expect(open("#scope")).not.toContain("target");
  });

  test("its colours, normal and on hover", () => {
    const html = showBlock("Button", {
      text: "Go",
      link: "#go",
      backgroundColor: "#14213d",
      borderColor: "#fca311",
      textColor: "#ffffff",
      hoverBackgroundColor: "#ffffff",
      hoverBorderColor: "#000",
      hoverTextColor: "#14213d",
    });
    expect(html).toContain("--cp-button-fill:#14213d;--cp-button-edge:#fca311;--cp-button-text:#ffffff");
    expect(html).toContain(
      "--cp-button-hover-fill:#ffffff;--cp-button-hover-edge:#000000;--cp-button-hover-text:#14213d",
    );
  });

  test("a text colour that cannot be read on its background is replaced", () => {
    expect(
      showBlock("Button", { text: "Go", link: "#go", backgroundColor: "#14213d", textColor: "#1d3b8b" }),
    ).toContain("--cp-button-text:#ffffff");
  });

  test.each(["javascript:alert(1)", "", undefined])(
    "FIELD-8 without an address (%j) it is no link and does not look live, on screen and paper",
    (link) => {
      for (const mode of ["view", "print"] as const) {
        const html = showBlock("Button", { text: "Go", link, backgroundColor: "#14213d" }, { mode });
        expect(html).not.toContain("<a");
        expect(html).toContain("cp-button--inert");
        expect(html).not.toContain("--cp-button-fill");
        expect(readText(html)).toEqual(["Go"]);
      }
      const written = readText(showBlock("Button", { text: "Go", link }, { mode: "edit" }));
      expect(written).toEqual(["Go", "This button has no address to lead to."]);
    },
  );

  test("FIELD-8 in a Link Wrapper it needs no address of its own to lead somewhere", () => {
    const content = [{ type: "Button", props: { id: "b", text: "Go" } }];
    expect(showBlock("LinkWrapper", { link: "https://a.example", content })).not.toContain(
      "cp-button--inert",
    );
    expect(showBlock("LinkWrapper", { content })).toContain("cp-button--inert");
  });

  test("on paper, a path of the portal is a full address", () => {
    const print = (siteUrl?: string) =>
      showBlock(
        "Button",
        { text: "Go", link: "/dashboard", target: "_blank" },
        { mode: "print", ...(siteUrl && { siteUrl }) },
      );
    expect(print("https://portal.example")).toContain('href="https://portal.example/dashboard"');
    expect(print("https://portal.example")).not.toContain("target");
    expect(print()).not.toContain("href");
  });

  test.each([
    ["https://example.com/shop", ["https://example.com/shop"]],
    ["/dashboard", ["https://portal.example/dashboard"]],
    ["mailto:noah@ember.example", ["noah@ember.example"]],
    ["#scope", []],
  ])("on paper, which no one presses, %s is printed below it", (link, printed) => {
    const context = { mode: "print", siteUrl: "https://portal.example" } as const;
    expect(readText(showBlock("Button", { text: "Go", link }, context))).toEqual(["Go", ...printed]);
    expect(readText(showBlock("Button", { text: "Go", link })).slice(1)).toEqual([]);
  });
});

describe("BLOCK-5 container", () => {
  const inner = { type: "Heading", props: { id: "h", text: "Inside" } };

  test("by default one column, gap 16, padding 16, background opacity 0", () => {
    const html = showBlock("Container", { content: [inner], backgroundColor: "#000000" });
    expect(styleOf(html, "cp-container__content")).toBe("--cp-columns:1;--cp-gap:16px;justify-content:start");
    expect(styleOf(html, "cp-container")).toBe("--cp-padding:16px");
    expect(styleOf(html, "cp-container__tint")).toBe("background-color:#000000;opacity:0");
    expect(readText(html)).toEqual(["Inside"]);
  });

  test("columns, gap, padding, justifyContent and maxWidth", () => {
    const html = showBlock("Container", {
      content: [inner],
      columns: 3,
      gap: 8,
      padding: 0,
      justifyContent: "center",
      maxWidth: 600,
    });
    expect(styleOf(html, "cp-container__content")).toBe("--cp-columns:3;--cp-gap:8px;justify-content:center");
    expect(styleOf(html, "cp-container")).toBe("--cp-padding:0px;max-width:600px");
  });

  test("BLOCK-19 background image, blur and scale", () => {
    const html = showBlock("Container", { backgroundImage: 'example.com/a"b.png', blur: 4, scale: 1.5 });
    expect(styleOf(html, "cp-container__image")).toBe(
      "background-image:url(&quot;https://example.com/a%22b.png&quot;);filter:blur(4px);transform:scale(1.5)",
    );
  });

  test.each([
    ["#14213d", 1, "cp-on-dark"],
    ["#f0e9dd", 1, "cp-on-light"],
  ])("on the background %s with opacity %s text is %s", (backgroundColor, backgroundOpacity, ink) => {
    expect(showBlock("Container", { backgroundColor, backgroundOpacity })).toContain(ink);
  });

  test.each([
    ["#14213d", 0],
    [undefined, 1],
  ])("on the background %s with opacity %s the inks stay", (backgroundColor, backgroundOpacity) => {
    expect(showBlock("Container", { backgroundColor, backgroundOpacity })).not.toContain("cp-on");
  });

  test("holds containers", () => {
    const nested = {
      type: "Container",
      props: { id: "n", content: [inner, { type: "Heading", props: { id: "i", text: "Too" } }] },
    };
    expect(readText(showBlock("Container", { content: [nested] }))).toEqual(["Inside", "Too"]);
  });

  test.each([[undefined], ["x"], [[null, 5, { type: "Heading" }]]])(
    "with the content %j it is empty",
    (content) => {
      expect(readText(showBlock("Container", { content }))).toEqual([]);
    },
  );
});

describe("BLOCK-8 image", () => {
  test("BLOCK-19 its source is prefixed with https; by default it is contained", () => {
    const html = showBlock("Image", { src: "http://example.com/a.png", alt: "A cup" });
    expect(html).toContain('src="https://example.com/a.png" alt="A cup" class="cp-image__contain"');
    expect(html).toContain('class="cp-image cp-align-left" style="padding:0"');
  });

  test("custom size, alignment and padding", () => {
    const html = showBlock("Image", {
      src: "a.example/a.png",
      sizeMode: "custom",
      width: 240,
      height: "50%",
      alignment: "right",
      padding: 12,
    });
    expect(html).toContain('class="cp-image__custom" style="width:240px;height:50%;object-fit:cover"');
    expect(html).toContain('class="cp-image cp-align-right" style="padding:12px"');
  });

  test("a size counts only where it is custom", () => {
    expect(showBlock("Image", { src: "a.example/a.png", width: 240 })).not.toContain("width:240px");
  });

  test.each(["javascript:alert(1)", "", undefined])("without a source (%j) it shows nothing", (src) => {
    expect(showBlock("Image", { src })).toBe("");
  });

  test("on paper it is drawn from data, or told in words", () => {
    const print = (imageData?: (source: string) => string | undefined) =>
      showBlock(
        "Image",
        { src: "/demo/a.svg", alt: "A cup" },
        { mode: "print", ...(imageData && { imageData }) },
      );
    expect(print((source) => `data:image/png;base64,${source.length}`)).toContain(
      'src="data:image/png;base64,11"',
    );
    expect(readText(print())).toEqual(["Image: A cup"]);
    expect(print()).not.toContain("<img");
  });
});

describe("BLOCK-17 the page", () => {
  test("its root wraps the content", () => {
    expect(showPage([{ type: "Heading", props: { id: "h", text: "A" } }])).toMatch(
      /^<article class="cp-page cp-page--view"><h2 .*<\/h2><\/article>$/,
    );
  });

  test("a type that is not known shows nothing, its neighbours show", () => {
    const html = showPage([
      { type: "Mystery", props: { id: "m", text: "Secret" } },
      { type: "constructor", props: { id: "n" } },
      { type: "__proto__", props: { id: "o" } },
      { type: "Heading", props: { id: "h", text: "A" } },
    ]);
    expect(readText(html)).toEqual(["A"]);
  });
});
