import { getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import { printPreview, printStoredPdfs } from "#tests/support/every-pdf.ts";
import { makeAdmin } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();

/** The sizes of the pages of a PDF, each size once, in points. */
async function sizesOf(pdf: Uint8Array): Promise<string[]> {
  const printed = await getDocumentProxy(pdf);
  const pages = Array.from({ length: printed.numPages }, (_, index) => printed.getPage(index + 1));
  return [
    ...new Set((await Promise.all(pages)).map(({ view }) => view.slice(2).map(Math.round).join(" × "))),
  ];
}

test("FIELD-8 an owner chooses A4 or Letter, which new PDFs have, and nothing else is accepted", async () => {
  const owner = await makeAdmin(app.db, "owner");
  expect(await sizesOf(await printPreview(app))).toEqual(["596 × 842"]);

  const asRead = await app.request(getSettings, { as: owner });
  const settings = { ...asRead, paperSize: "Letter" } as const;
  await app.request(updateSettings, { as: owner, body: { asRead, settings } });
  expect(await sizesOf(await printPreview(app))).toEqual(["612 × 792"]);
  const body = { asRead: settings, settings: { ...settings, paperSize: "Legal" as never } };
  expect(await app.refusal(updateSettings, { as: owner, body })).toMatchObject({ status: 400 });
});

test("FIELD-8 accepted documents, signed copies and invoices have the chosen size", async () => {
  const owner = await makeAdmin(app.db, "owner");
  const asRead = await app.request(getSettings, { as: owner });
  const settings = { ...asRead, paperSize: "Letter" } as const;
  await app.request(updateSettings, { as: owner, body: { asRead, settings } });
  for (const pdf of Object.values(await printStoredPdfs(app))) {
    expect(await sizesOf(pdf)).toEqual(["612 × 792"]);
  }
});
