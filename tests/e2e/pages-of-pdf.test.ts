import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { extractLinks, extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PageItem } from "#domain/page/page.ts";
import { createPdfRenderer } from "#server/pdf/chromium-renderer.ts";
import type { PdfRenderer } from "#server/pdf/pdf-renderer.ts";
import { printContent } from "#tests/support/print-content.ts";

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
  return text.map((page) => page.replace(/\s+/g, " ").replace(/ Printed Page \d+ of \d+ ?$/, ""));
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
    [33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43].flatMap((lines) => [
      block("PageBreak"),
      filler(lines),
      ...items.map((item) => ({ ...item, props: { ...item.props, id: `${item.props.id}-${lines}` } })),
    ]),
  );
  const pages = await pagesOf(content);
  for (const [first, second] of kept) {
    const withFirst = pages.filter((page) => page.includes(first));
    expect(withFirst).toHaveLength(11);
    for (const page of withFirst) expect(page.slice(page.indexOf(first))).toContain(second);
    // Some were moved to the next page, some were not.
    expect(withFirst.some((page) => page.startsWith(first))).toBe(true);
    expect(withFirst.some((page) => page.startsWith("Line"))).toBe(true);
  }
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
