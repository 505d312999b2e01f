import sanitizeHtml from "sanitize-html";
import { expect, test } from "vitest";
import { readText } from "#tests/support/show-block.tsx";
import { BLOCKS_CSS } from "../blocks-css.ts";
import { type PrintableDocument, renderPrintableDocument } from "./print-page.tsx";

const DOCUMENT: PrintableDocument["document"] = {
  externalId: "P-1042",
  name: "Store & <b>portal</b>",
  documentType: "PROPOSAL",
  status: "APPROVED",
  updatedAt: new Date("2026-11-20T03:00:00.000Z"),
  decision: {
    userName: "Maya </p><script>alert(1)</script>",
    userEmail: "maya@harbour.example",
    decidedAt: new Date("2026-11-21T01:02:03.000Z"),
  },
  page: {
    content: [
      { type: "Heading", props: { id: "h", text: "A store", size: "title" } },
      { type: "Paragraph", props: { id: "p", text: "For <em>you</em><script>alert(2)</script>" } },
    ],
    root: {},
  },
};

const print = (rest: Partial<PrintableDocument> = {}) =>
  renderPrintableDocument({
    document: DOCUMENT,
    brand: { companyName: "Ember & Oak Digital", logo: null },
    sanitise: (html) => sanitizeHtml(html),
    css: ".cp-page > p::before { content: '<'; }",
    fontCss: "@font-face{font-family:X}",
    timeZone: "Australia/Sydney",
    ...rest,
  });

test("APPR-2 the printed document says what it is, whose, and who approved it when", () => {
  const html = print({ organizationName: "Harbour Coffee Roasters" });
  const body = html.slice(html.indexOf("<body"));
  expect(readText(body)).toEqual([
    "Store & <b>portal</b>",
    "Prepared for Harbour Coffee Roasters · Ember & Oak Digital · Proposal · P-1042 · Updated 20 Nov 2026",
    "Approved 21 Nov 2026, 12:02:03 pm AEDT by Maya </p><script>alert(1)</script> (maya@harbour.example)",
    "A store",
    "For",
    "you",
  ]);
});

test("a name that the page has as its title is not printed twice", () => {
  const nameOf = (text: string) => {
    const heading = { type: "Heading", props: { id: "h", text, size: "title" } };
    const html = print({
      document: { ...DOCUMENT, name: "A store", page: { content: [heading], root: {} } },
    });
    return /<h1 class="([^"]*)"/.exec(html)?.[1];
  };
  expect(nameOf("A store")).toBe("cp-unseen");
  expect(nameOf("A portal")).toBe("cp-print__name");
});

test("it is a whole page in Australian English with its title, and asks for nothing", () => {
  const html = print();
  expect(html).toMatch(/^<!doctype html><html lang="en-AU"><head><meta charSet="utf-8"\/><title>/i);
  expect(html).toContain("<title>Store &amp; &lt;b&gt;portal&lt;/b&gt;</title>");
  expect(html).not.toMatch(/<script|<link|src=|@import|url\(/);
});

test("style sheets are kept as they are", () => {
  expect(print()).toContain("@font-face{font-family:X}\n\n.cp-page > p::before { content: '<'; }");
  expect(print({ css: BLOCKS_CSS })).toContain(BLOCKS_CSS);
});

test("the company's accent is taken only where it is a colour", () => {
  const accented = (accent: string) => print({ brand: { companyName: "E", logo: null, accent } });
  expect(accented("#123456")).toContain(":root{--accent-light:#123456}");
  expect(accented("red}</style><script>alert(1)</script>")).not.toContain("script>alert");
});

test("a document no one decided on has no line of approval", () => {
  const text = readText(print({ document: { ...DOCUMENT, status: "PENDING", decision: null } }));
  expect(text.join(" ")).not.toContain("Approved");
});

test("a declined document says so", () => {
  expect(print({ document: { ...DOCUMENT, status: "DECLINED" } })).toContain("Declined 21 Nov 2026");
});

test("blocks that cannot be printed are told once each", () => {
  const reported: string[] = [];
  const mystery = (id: string) => ({ type: "Mystery", props: { id } });
  const content = [mystery("a"), { type: "Container", props: { id: "c", content: [mystery("b")] } }];
  print({
    document: { ...DOCUMENT, page: { content, root: {} } },
    onUnknownBlock: (type) => reported.push(type),
  });
  expect(reported).toEqual(["Mystery"]);
});

test("BLOCK-17 a block that fails leaves a word in its place, is told, and its neighbours are printed", () => {
  const reported: string[] = [];
  const text = (id: string) => ({ type: "Paragraph", props: { id, text: id } });
  const image = { type: "Image", props: { id: "broken", src: "/broken.png" } };
  const content = [
    text("before"),
    image,
    { type: "Container", props: { id: "box", content: [image, text("in")] } },
  ];
  const html = print({
    document: { ...DOCUMENT, page: { content: [...content, text("after")], root: {} } },
    imageData: () => {
      throw new Error("This image cannot be read");
    },
    onFailedBlock: ({ props }) => reported.push(props.id),
  });
  const failed = "This part of the document could not be displayed.";
  expect(readText(html.slice(html.indexOf("<main")))).toEqual(["before", failed, failed, "in", "after"]);
  expect(reported).toEqual(["broken", "broken"]);
});
