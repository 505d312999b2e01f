import { getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { printDraft } from "#contract/admin/drafts.ts";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import { makeAdmin, makeOrganization, makeQuote } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("FIELD-8 an owner chooses A4 or Letter, which new PDFs have, and nothing else is accepted", async () => {
  const owner = await makeAdmin(app.db, "owner");
  const { organizationId } = await makeOrganization(app.db, {});
  const { document } = await makeQuote(app.db, {
    organizationId,
    document: { status: "DRAFT", shownAt: null },
  });
  const sizeOfPreview = async () => {
    const { pdf } = await app.request(printDraft, { as: owner, params: { id: document.uniqueDocumentId } });
    const printed = await getDocumentProxy(new Uint8Array(Buffer.from(pdf, "base64")));
    return (await printed.getPage(1)).view.map(Math.round);
  };
  expect(await sizeOfPreview()).toEqual([0, 0, 596, 842]);

  const asRead = await app.request(getSettings, { as: owner });
  const settings = { ...asRead, paperSize: "Letter" } as const;
  await app.request(updateSettings, { as: owner, body: { asRead, settings } });
  expect(await sizeOfPreview()).toEqual([0, 0, 612, 792]);
  const body = { asRead: settings, settings: { ...settings, paperSize: "Legal" as never } };
  expect(await app.refusal(updateSettings, { as: owner, body })).toMatchObject({ status: 400 });
});
