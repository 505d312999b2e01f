import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PageItem } from "#domain/page/page.ts";
import { ACCEPTANCE } from "#tests/support/acceptance.ts";
import { checkPdfUa } from "#tests/support/check-pdf-ua.ts";
import { printContent } from "#tests/support/print-content.ts";
import { heading, longDocument, paragraph, range } from "#tests/support/printed-documents.ts";
import type { PdfRenderer } from "../deps.ts";
import { createPdfRenderer } from "./chromium-renderer.ts";
import { printWithContents } from "./print-with-contents.ts";

let dataDir: string;
let pdf: PdfRenderer;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "counterpart-contents-"));
  pdf = createPdfRenderer({ dataDir, chromiumPath: undefined }, pino({ level: "silent" }));
});
afterAll(async () => {
  await pdf.close();
  await rm(dataDir, { recursive: true, force: true });
});

const metadata = { author: "Ember & Oak Digital", program: "Counterpart", identifier: "P-1" };

/** The PDF with its words by page, and how often it was printed. */
async function print(content: PageItem[], isCounted: boolean) {
  let prints = 0;
  const bytes = await printWithContents({
    compose: (pages) => {
      const certificate = { ...ACCEPTANCE.certificate, pages: pages ?? null };
      return printContent(content, isCounted ? { ...ACCEPTANCE, certificate } : undefined);
    },
    print: (html) => {
      prints += 1;
      return pdf.render(html, { metadata, footerText: "P-1" });
    },
    isCounted,
  });
  const printed = await getDocumentProxy(bytes.slice());
  const { text } = await extractText(printed, { mergePages: false });
  return { bytes, printed, prints, pages: text.map((page) => page.replaceAll(/\s+/g, " ")) };
}

test("FIELD-8 a long document begins with its contents, whose numbers and links lead to the pages, in two prints", async () => {
  const { bytes, printed, pages, prints } = await print(longDocument(12), true);
  expect(prints).toBe(2);
  expect(pages[0]).toMatch(/Contents Fit-out of sixty rooms \d+ 1\. Chapter 1 of the programme \d+/);
  expect(pages.at(-1)).toContain(`${pages.length} pages with this one`);
  const isEntry = (page: string) => page.slice(pages[0]?.indexOf("Contents"));
  const contents = pages.slice(0, 3).map(isEntry).join(" ");
  for (const n of range(1, 12)) {
    const number = Number(new RegExp(`${n}\\. Chapter ${n} of the programme (\\d+)`).exec(contents)?.[1]);
    expect(pages[number - 1]).toContain(`${n}. Chapter ${n} of the programme`);
    expect(number).toBeGreaterThan(1);
  }
  expect(contents).toContain(`Certificate of acceptance ${pages.length}`);

  const links = (await (await printed.getPage(1)).getAnnotations()).filter(({ dest }) => dest);
  expect(links.length).toBeGreaterThan(10);
  const first = await printed.getDestination(links[0].dest);
  expect(await printed.getPageIndex(first?.[0])).toBeGreaterThan(0);
  expect((await checkPdfUa(bytes)).faults).toEqual([]);
  const titles = JSON.stringify((await printed.getOutline()).map(({ title }) => title));
  expect(titles).not.toMatch(/"(.+)\1"/);
});

test.each([
  [false, 1],
  [true, 2],
])(
  "FIELD-8 a short document has no contents, and no further print (counted: %s)",
  async (isCounted, most) => {
    const { pages, prints } = await print([heading("One"), paragraph("Text"), heading("Two")], isCounted);
    expect(pages.join()).not.toContain("Contents");
    expect(prints).toBe(most);
  },
);

test("FIELD-8 a document of many empty pages has contents, though its text is short", async () => {
  const breaks = range(1, 8).flatMap((n): PageItem[] => [
    heading(`Part ${n}`),
    { type: "PageBreak", props: { id: `break-${n}` } },
  ]);
  const { pages } = await print([...breaks, heading("Part 9")], false);
  expect(pages[0]).toContain("Contents Part 1 2 Part 2 3");
  expect(pages).toHaveLength(10);
});

test("FIELD-8 a heading at the top of a page is one bookmark, with its words once", async () => {
  const sections = range(1, 60).map(
    (n) =>
      `<h2>${n}. Section ${n} of the services</h2><p>${"The supplier provides them. ".repeat(2 + ((n * 7) % 31))}</p>`,
  );
  const bytes = await pdf.render(printContent([paragraph(sections.join(""))]), { metadata });
  const [top] = await (await getDocumentProxy(bytes.slice())).getOutline();
  expect(top?.items.map(({ title }: { title: string }) => title)).toEqual(
    range(1, 60).map((n) => `${n}. Section ${n} of the services`),
  );
});

test("FIELD-8 a document of eight pages has contents wherever its first heading is", async () => {
  const breaks = range(1, 6).flatMap((n): PageItem[] => [
    paragraph(`Page ${n}`),
    { type: "PageBreak", props: { id: `break-${n}` } },
  ]);
  const late = [...breaks, heading("Late"), { type: "PageBreak", props: { id: "last" } }, heading("Last")];
  const { pages, prints } = await print(late, false);
  expect(pages[0]).toContain("Contents Late 8 Last 9");
  expect(prints).toBe(3);

  const text = paragraph(`<p>${"The supplier provides all of them. ".repeat(1000)}</p>`);
  const { pages: long } = await print([text, heading("Late"), heading("Last")], false);
  expect(long[0]).toContain(`Contents Late ${long.length} Last ${long.length}`);
});

test("FIELD-8 the contents of a right-to-left document have page numbers", async () => {
  const chapters = range(1, 12).flatMap((n): PageItem[] => [
    heading(`${n}. פרק`),
    paragraph("הספק מבצע את העבודה. ".repeat(100)),
    { type: "PageBreak", props: { id: `break-${n}` } },
  ]);
  const { pages } = await print(chapters, false);
  for (const n of range(1, 12)) expect(pages[0]).toContain(`.${n} ${n + 1} `);
});
