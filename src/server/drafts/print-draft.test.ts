import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { printContent } from "#tests/support/print-content.ts";
import { heading, paragraph, range } from "#tests/support/printed-documents.ts";
import type { PdfRenderer } from "../deps.ts";
import { createPdfRenderer } from "../pdf/chromium-renderer.ts";
import { firstSettings } from "../settings/queries.ts";
import { printDraft } from "./print-draft.ts";

test("FIELD-8 two people who look at a long draft at once both get contents with page numbers", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "counterpart-previews-"));
  const real = createPdfRenderer({ dataDir, chromiumPath: undefined }, pino({ level: "silent" }));
  const brand = { productName: "Counterpart", companyName: "Ember & Oak Digital" };
  const now = () => firstSettings({ env: { brand, timeZone: "Australia/Sydney" } } as never);
  const chapters = range(1, 10).flatMap((n) => [
    heading(`${n}. Chapter`),
    paragraph("The supplier provides all of it. ".repeat(130)),
  ]);
  const draft = {
    html: printContent(chapters),
    externalId: "P-1",
    revision: 3,
  };
  const isAwaited = () => true;
  const print = (pdf: PdfRenderer) => printDraft({ pdf, settings: { now } as never }, draft, isAwaited);

  /** The other person's preview begins while the first one's last print waits. */
  let second: ReturnType<typeof print> | undefined;
  const renderPreview: PdfRenderer["renderPreview"] = (asked, html, options) => {
    if (second || !options.metadata) return real.renderPreview(asked, html, options);
    void real.renderPreview({ previewKey: "another", isAwaited }, "<title>Another</title>", {});
    const last = real.renderPreview(asked, html, options);
    second = print(real);
    return last;
  };
  const first = print({ ...real, renderPreview });
  for (const shown of [await first, await second]) {
    const bytes = new Uint8Array(Buffer.from(shown?.pdf ?? "", "base64"));
    const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
    expect(text).toMatch(/1\. Chapter\s+[1-9]/);
    expect(text).not.toMatch(/Chapter\s+0\b/);
  }
  await real.close();
  await rm(dataDir, { recursive: true, force: true });
});
