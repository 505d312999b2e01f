import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { extractLinks, extractText, extractTextItems, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PageItem } from "#domain/page/page.ts";
import type { PdfRenderer } from "#server/deps.ts";
import { createPdfRenderer } from "#server/pdf/chromium-renderer.ts";
import demoWorld from "#server/world/demo/world.json?raw";
import { ACCEPTANCE, quoteOf } from "#tests/support/acceptance.ts";
import { WIDE_TABLE, WIDE_TABLE_HEADS } from "#tests/support/long-words.ts";
import { printContent } from "#tests/support/print-content.ts";

/** A4 and its margin in points. */
const PAPER_WIDTH = 595.3;
const MARGIN = 50;

let dataDir: string;
let pdf: PdfRenderer;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "counterpart-pages-"));
  pdf = createPdfRenderer({ dataDir, chromiumPath: undefined }, pino({ level: "silent" }));
});
afterAll(async () => {
  await pdf.close();
  await rm(dataDir, { recursive: true, force: true });
});

let made = 0;
function block(type: string, props: Record<string, unknown> = {}): PageItem {
  made += 1;
  return { type, props: { id: `block-${made}`, ...props } };
}
const paragraph = (text: string) => block("Paragraph", { text });

/** The text of each page without its footer. */
async function pagesOf(content: PageItem[]): Promise<string[]> {
  const printed = await getDocumentProxy(await pdf.render(printContent(content)));
  const { text } = await extractText(printed, { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, " ").replace(/ ?Printed Page \d+ of \d+ ?$/, ""));
}

test("BLOCK-16 a Page Break begins a new page, also inside containers; two make no empty one", async () => {
  const wrapped = block("Container", {
    content: [
      block("LinkWrapper", {
        link: "https://example.com",
        content: [paragraph("Third."), block("PageBreak"), paragraph("Fourth.")],
      }),
    ],
  });
  const pages = await pagesOf([
    paragraph("First."),
    block("PageBreak"),
    block("PageBreak"),
    paragraph("Second."),
    block("PageBreak"),
    wrapped,
    block("PageBreak"),
  ]);
  expect(pages).toHaveLength(4);
  expect(pages[0]).toMatch(/First\.$/);
  expect(pages.slice(1)).toEqual(["Second.", "Third.", "Fourth."]);
});

/** Lines that fill this much of a page, so that the content after them meets its end in every way. */
const filler = (lines: number) =>
  paragraph(Array.from({ length: lines }, (_, n) => `Line ${n + 1}.`).join("\n"));

test("BLOCK-16 the demo's proposal has no empty page where its Page Break follows a full one", async () => {
  const [proposal] = JSON.parse(demoWorld).documents;
  const pages = await pagesOf(proposal.puckState.content);
  expect(pages.filter((page) => page === "")).toEqual([]);
  expect(pages.some((page) => page.startsWith("Investment"))).toBe(true);
});

test("PRICE-1 work orders fill a page before they go on to the next, each whole", async () => {
  const quoted = quoteOf("quote", [
    { name: "Signage", isWanted: true },
    { name: "Lighting", isWanted: true },
  ]);
  const [first, second] = await pagesOf([filler(18), block("Heading", { text: "Investment" }), quoted]);
  expect(first).toMatch(/Investment Fit-out .*Hour/);
  expect(second).toMatch(/^(Signage|Lighting) /);
});

test("BLOCK-1 BLOCK-5 BLOCK-11 BLOCK-12 BLOCK-15 a heading and what follows it are never on two pages, also in boxes", async () => {
  const more = ["One.", "Two.", "Three.", "Four."].map(paragraph);
  const kept: [string, string, PageItem[]][] = [
    ["HEADING", "FOLLOWS", [block("Heading", { text: "HEADING" }), paragraph("FOLLOWS it.")]],
    [
      "PHASE",
      "DESCRIBED",
      [block("ProvenWayOfWorking", { phases: [{ name: "PHASE", description: "DESCRIBED" }] })],
    ],
    ["DELIVER", "CONTENT", [block("Deliverables", { title: "DELIVER", items: [{ content: "CONTENT" }] })]],
    [
      "BOXED",
      "INSIDE",
      [block("Container", { content: [block("Heading", { text: "BOXED" }), paragraph("INSIDE."), ...more] })],
    ],
    [
      "LEADS",
      "LED",
      [
        block("Heading", { text: "LEADS" }),
        block("Container", { columns: 2, content: [paragraph("LED."), ...more] }),
      ],
    ],
    [
      "LINKED",
      "PRESSED",
      [
        block("LinkWrapper", {
          link: "https://example.com",
          content: [block("Heading", { text: "LINKED" }), paragraph("PRESSED."), ...more],
        }),
      ],
    ],
    [
      "TABLED",
      "PRODUCT ",
      [
        block("Heading", { text: "TABLED" }),
        block("PricingTable", { lineItems: [{ product: "PRODUCT one", price: 1, count: 1 }] }),
      ],
    ],
  ];
  const content = kept.flatMap(([, , items]) =>
    [27, 30, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43].flatMap((lines) => [
      block("PageBreak"),
      filler(lines),
      ...items.map((item) => ({ ...item, props: { ...item.props, id: `${item.props.id}-${lines}` } })),
    ]),
  );
  const pages = await pagesOf(content);
  for (const [first, second] of kept) {
    const withFirst = pages.filter((page) => page.includes(first));
    expect(withFirst).toHaveLength(13);
    for (const page of withFirst) expect(page.slice(page.indexOf(first))).toContain(second);
    // Some were moved to the next page, some were not.
    expect(withFirst.some((page) => page.startsWith(first))).toBe(true);
    expect(withFirst.some((page) => page.startsWith("Line"))).toBe(true);
  }
});

test.each([0, 3, 40])(
  "CARE-2 the acceptance is one page of its own with %i optional items",
  async (count) => {
    const names = ["A wholesale portal", "Photography of the roastery and its three cafés", "Training"];
    const optional = Array.from({ length: count }, (_, at) => ({
      name: `${names[at % names.length]} ${at + 1}`,
      isWanted: at % 2 === 0,
    }));
    const html = printContent([quoteOf("w", optional)], ACCEPTANCE);
    const printed = await getDocumentProxy(await pdf.render(html));
    const { text } = await extractText(printed, { mergePages: false });
    const isClosing = text.map((page) => page.includes("Accepted by"));
    expect(isClosing.lastIndexOf(true)).toBe(text.length - 1);
    expect(isClosing.indexOf(true)).toBe(text.length - 1);
    const closing = text.at(-1)?.replaceAll(/\s+/g, " ");
    for (const { name, isWanted } of optional)
      expect(closing).toContain(`${name} ${isWanted ? "Included" : "Not included"}`);
    expect(closing).toMatch(
      /^Ember & Oak Digital · ABN 51 824 753 556 Certificate of acceptance .* Total inc\. GST \$[\d,.]+ .* keeps the originals/,
    );
  },
);

test("FIELD-7 the acceptance of a document that hides prices is one page with four terms and two quotes", async () => {
  const terms = ["Terms and conditions", "Confidentiality and privacy", "New client", "Data processing"].map(
    (name) => ({
      name: `${name} acknowledgement`,
      version: 1,
      signature: { version: 1, signedAt: new Date("2026-09-27T00:00:00.000Z"), userName: "Lucia Moretti" },
    }),
  );
  const hidden = quoteOf("hidden", []);
  const content = [
    { ...hidden, props: { ...hidden.props, hidePricing: true } },
    quoteOf("shown", [{ name: "Photography", isWanted: true }]),
    block("PricingTable", { lineItems: [{ product: "Oven", price: 123456789012, count: 1 }] }),
  ];
  const acceptance = {
    ...ACCEPTANCE,
    declaration: { text: "I confirm that I am authorised to approve this. ".repeat(3), hash: "d".repeat(64) },
    intent: "This is my electronic signature, and I agree to this document on behalf of Harbour Coffee.",
    hiddenHash: "a".repeat(64),
    anchor: `evidence:harbour-coffee:42:${"e".repeat(64)}:${"p".repeat(43)}:${"s".repeat(86)}`,
    certificate: { ...ACCEPTANCE.certificate, terms },
  };
  const printed = await getDocumentProxy(await pdf.render(printContent(content, acceptance)));
  const { text } = await extractText(printed, { mergePages: false });
  const closing = text.at(-1)?.replaceAll(/\s+/g, " ");
  expect(closing).toMatch(/Certificate of acceptance .* Total of the shown prices .* keeps the originals/);
});

test("BLOCK-7 a table longer than a page breaks between its rows, and repeats its header", async () => {
  const lineItems = Array.from({ length: 90 }, (_, n) => ({
    product: `BEGIN${n} a product whose name is so long that it takes a second line, and then perhaps one more END${n}`,
    price: 10,
    count: 1,
  }));
  const pages = await pagesOf([block("PricingTable", { lineItems })]);
  const withRows = pages.filter((page) => page.includes("BEGIN"));
  expect(withRows.length).toBeGreaterThan(2);
  for (const page of withRows) {
    expect(page).toContain("Product Count Price Amount");
    const begun = [...page.matchAll(/BEGIN(\d+)/g)].map(([, row]) => row);
    const ended = [...page.matchAll(/END(\d+)/g)].map(([, row]) => row);
    expect(begun).toEqual(ended);
  }
});

/** The content after fillers of these lengths, each on a page of its own. */
const afterFillers = (lengths: readonly number[], content: () => PageItem[]) =>
  lengths.flatMap((lines) => [block("PageBreak"), filler(lines), ...content()]);
const wordsOn = (page: string, word: string) => page.match(new RegExp(`${word}\\d+`, "g")) ?? [];
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

test("BLOCK-6 BLOCK-7 six rows stay on one page; more may part, three on each side, under the header again", async () => {
  const table = (rows: number) => () => [
    block("PricingTable", {
      lineItems: range(1, rows).map((n) => ({ product: `ROW${n}`, price: 1, count: 1 })),
    }),
  ];
  const short = await pagesOf(afterFillers(range(25, 40), table(6)));
  for (const page of short) expect([0, 6]).toContain(wordsOn(page, "ROW").length);
  const long = (await pagesOf(afterFillers(range(20, 40), table(9)))).map((page) => ({
    page,
    rows: wordsOn(page, "ROW").length,
  }));
  for (const { rows } of long.filter((one) => one.page.includes("Product Count"))) {
    expect(rows).toBeGreaterThanOrEqual(3);
  }
  expect(long.some(({ rows }) => rows > 0 && rows < 9)).toBe(true);
  for (const { page, rows } of long) expect(page.includes("Product Count")).toBe(rows > 0);
  // The sums follow rows, not the top of a page.
  for (const { page, rows } of long) if (page.includes("Subtotal")) expect(rows).toBeGreaterThanOrEqual(3);
});

test("BLOCK-6 a work order's head, description and first rows are on one page", async () => {
  const products = range(1, 9).map((n) => ({ productId: `p${n}`, productName: `ROW${n}`, productRate: 1 }));
  const work = {
    workOrderId: "work",
    name: "NAMED",
    description: "<p>DESCRIBED in a line.</p><p>And ENDED in another.</p>",
    products: products.map(({ productId }) => ({ productId, total: 1 })),
    optional: { isOptional: true, doesClientWantWorkDone: true },
  };
  const workOrderData = { workOrderIds: ["work"], workOrders: [work], products };
  const pages = await pagesOf(afterFillers(range(18, 34), () => [block("WorkOrders", { workOrderData })]));
  const begun = pages.filter((page) => page.includes("NAMED"));
  expect(begun).toHaveLength(17);
  for (const page of begun) {
    expect(page).toMatch(/NAMED.*Optional: included.*DESCRIBED.*ENDED.*ROW1.*ROW2.*ROW3/);
  }
  expect(begun.some((page) => page.includes("ROW9"))).toBe(true);
  expect(begun.some((page) => !page.includes("ROW9"))).toBe(true);
});

test("BLOCK-3 BLOCK-10 BLOCK-12 no item of a list and no footer stands alone on a page", async () => {
  const items = range(1, 5).map((n) => `ITEM${n} of the list`);
  const lists = [
    () => [block("List", { items: items.map((title) => ({ title })) })],
    () => [paragraph(`<ul>${items.map((one) => `<li>${one}</li>`).join("")}</ul>`)],
    () => [block("Deliverables", { items: items.map((content) => ({ content })) })],
  ];
  for (const list of lists) {
    const counts = (await pagesOf(afterFillers(range(30, 44), list))).map(
      (page) => wordsOn(page, "ITEM").length,
    );
    expect(counts).not.toContain(1);
    expect(counts.some((count) => count > 1 && count < 5)).toBe(true);
  }
  const footer = () => [block("Footer", { businessName: "FOOTED", address: "1 Street\nSydney" })];
  const footed = (await pagesOf(afterFillers(range(30, 44), footer))).filter((page) =>
    page.includes("FOOTED"),
  );
  expect(footed).toHaveLength(15);
  for (const page of footed) expect(page).toContain("Line ");
  expect(footed.some((page) => !page.includes("Line 1."))).toBe(true);
});

test("BLOCK-5 a dark container keeps its padding where a page ends and where the next begins", async () => {
  const content = [
    block("Container", {
      padding: 60,
      backgroundColor: "#14213d",
      content: range(1, 70).map((n) => paragraph(`P${n}`)),
    }),
  ];
  const printed = await getDocumentProxy(await pdf.render(printContent(content)));
  const { items } = await extractTextItems(printed);
  expect(items.length).toBeGreaterThan(1);
  // 18 and 20 mm of margin, and 60 px of padding, in points.
  const [highest, lowest] = [841.9 - 51 - 45, 56.7 + 45];
  for (const page of items) {
    for (const { str, y } of page)
      if (/^P\d+$/.test(str)) expect([y < highest, y > lowest]).toEqual([true, true]);
  }
});

test("BLOCK-4 BLOCK-13 a button prints its address, and two or four case studies are printed in two columns", async () => {
  const cards = range(1, 4).map((n) => ({ title: `CARD${n}` }));
  const content = [
    block("Button", { text: "Book", link: "https://example.com/book?day=monday" }),
    block("Button", { text: "Read", link: "/general-document/terms" }),
    block("Button", { text: "Write", link: "mailto:hello@example.com" }),
    block("Button", { text: "Below", link: "#place" }),
    block("CaseStudies", { cards }),
    block("CaseStudies", { cards: cards.slice(2) }),
  ];
  const printed = await getDocumentProxy(await pdf.render(printContent(content)));
  const { items } = await extractTextItems(printed);
  const texts = items.flat();
  const text = texts.map(({ str }) => str).join(" ");
  for (const address of [
    "https://example.com/book?day=monday",
    "https://portal.example/general-document/terms",
  ]) {
    expect(text).toContain(address);
  }
  expect(text).toContain("hello@example.com");
  expect(text).not.toMatch(/mailto:|#place/);
  const columns = new Set(texts.filter(({ str }) => str.startsWith("CARD")).map(({ x }) => Math.round(x)));
  expect([...columns].toSorted((a, b) => a - b)).toEqual([expect.any(Number), expect.any(Number)]);
});

test("BLOCK-9 BLOCK-14 BLOCK-15 links are alive on paper: of videos, of cards, and around blocks", async () => {
  const content = [
    block("Video", { source: "https://youtu.be/aqz-KE-bpKQ" }),
    block("VideoGrid", { title: "At work", urls: ["https://youtu.be/eRsGyueVLvQ"] }),
    block("CaseStudies", { cards: [{ title: "Card", link: "https://example.com/card" }] }),
    block("LinkWrapper", { link: "https://example.com/around", content: [paragraph("Inside.")] }),
    block("LinkWrapper", {
      link: "/behind",
      content: [block("Button", { text: "Go", link: "https://example.com/own" })],
    }),
  ];
  const printed = await getDocumentProxy(await pdf.render(printContent(content)));
  const { links } = await extractLinks(printed);
  expect([...new Set(links)].toSorted()).toEqual([
    "https://example.com/around",
    "https://example.com/card",
    "https://example.com/own",
    "https://portal.example/behind",
    "https://www.youtube.com/watch?v=aqz-KE-bpKQ",
    "https://www.youtube.com/watch?v=eRsGyueVLvQ",
  ]);
});

test("FIELD-8 a table of fourteen columns fits on a page in smaller type, and no word of it breaks", async () => {
  const printed = await getDocumentProxy(await pdf.render(printContent([paragraph(WIDE_TABLE)])));
  const { items } = await extractTextItems(printed);
  const texts = items.flat();
  for (const head of WIDE_TABLE_HEADS) {
    const found = texts.find(({ str }) => str === head);
    expect(found, head).toBeDefined();
    expect((found?.x ?? 0) + (found?.width ?? 0), head).toBeLessThan(PAPER_WIDTH - MARGIN);
  }
  expect(texts.filter(({ str }) => str === "Responsible" || str.startsWith("Responsible "))).toHaveLength(14);
});

test("FIELD-8 a video without a preview image is a link that needs little ink", async () => {
  const videos = ["https://youtu.be/aqz-KE-bpKQ?t=90", "https://vimeo.com/76979871"];
  const bytes = await pdf.render(printContent(videos.map((source) => block("Video", { source }))));
  const printed = await getDocumentProxy(bytes.slice());
  const { text } = await extractText(printed, { mergePages: true });
  for (const words of [
    "Watch video from 1:30",
    "https://youtube.com/watch?v=aqz-KE-bpKQ&t=90s",
    "Watch video on Vimeo",
  ])
    expect(text).toContain(words);
  // A drawn gradient takes some 150 kB.
  expect(bytes.length).toBeLessThan(60_000);
});
