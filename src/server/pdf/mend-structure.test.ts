import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PageItem } from "#domain/page/page.ts";
import { ACCEPTANCE } from "#tests/support/acceptance.ts";
import { checkPdfUa } from "#tests/support/check-pdf-ua.ts";
import { printContent } from "#tests/support/print-content.ts";
import * as documents from "#tests/support/printed-documents.ts";
import type { PdfRenderer } from "../deps.ts";
import { createPdfRenderer } from "./chromium-renderer.ts";

let dataDir: string;
let pdf: PdfRenderer;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "counterpart-structure-"));
  pdf = createPdfRenderer({ dataDir, chromiumPath: undefined }, pino({ level: "silent" }));
});
afterAll(async () => {
  await pdf.close();
  await rm(dataDir, { recursive: true, force: true });
});

const metadata = { author: "Ember & Oak Digital", program: "Counterpart", identifier: "P-1" };
const print = (html: string) => pdf.render(html, { metadata, footerText: "P-1" });

/** The languages that the structure names, each with the role of its element. */
function languagesIn({ role, lang, children = [] }: StructureNode): string[] {
  return [...(lang === undefined ? [] : [`${role} ${lang}`]), ...children.flatMap(languagesIn)];
}
type StructureNode = { role?: string; lang?: string; children?: StructureNode[] };

test("FIELD-8 in the structure of a PDF each text that is not in Latin letters carries its language", async () => {
  const content = [
    { type: "Heading", props: { id: "heading", text: "عرض للشركة الكبيرة", size: "h2" } },
    {
      type: "Paragraph",
      props: { id: "text", text: "<p>Hello.</p><p>שלום עולם.</p><p>これは提案です。</p>" },
    },
    { type: "List", props: { id: "list", items: [{ title: "Наша пропозиція їм" }] } },
  ];
  const printed = await getDocumentProxy(await print(printContent(content)));
  const tree = (await (await printed.getPage(1)).getStructTree()) as StructureNode;
  expect(languagesIn(tree).filter((one) => !one.endsWith("en-AU"))).toEqual([
    "H2 ar",
    "P he",
    "P ja",
    "LI uk",
  ]);
});

const letters = (text: string) => text.normalize("NFKC").replaceAll(/\s+/g, "");
const sorted = (text: string) => [...letters(text)].toSorted().join("");

const FIVE: [string, () => PageItem[]][] = [
  ["long", () => documents.longDocument(12)],
  ["right-to-left", () => documents.RIGHT_TO_LEFT],
  ["nested", () => documents.NESTED],
  ["with wide tables", () => documents.WIDE_TABLES],
  ["unusual", () => documents.UNUSUAL],
];

test.each(FIVE)(
  "FIELD-8 the structure of a document that is %s keeps the rules of PDF/UA-1, and has all its words",
  async (name, content) => {
    const html = printContent(content(), name === "right-to-left" ? undefined : ACCEPTANCE);
    const { faults, structureText, pageText } = await checkPdfUa(await print(html));
    expect(faults).toEqual([]);
    expect(sorted(structureText)).toBe(sorted(pageText));
  },
);
