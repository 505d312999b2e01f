import { afterAll, beforeAll, expect, test } from "vitest";
import { listDocuments } from "#contract/documents.ts";
import { search } from "#contract/search.ts";
import { encodeColumnFilters } from "#domain/lists/list-columns.ts";
import { indexStoredPages } from "#server/search/index-stored-pages.job.ts";
import {
  makeDocument,
  makeOrganization,
  makePerson,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { runToEnd } from "#tests/support/run-to-end.ts";

let app: TestApp;
let reader: TestPerson;
let organizationId: string;

beforeAll(async () => {
  app = await createTestApp();
  const own = await makeOrganization(app.db);
  ({ organizationId } = own);
  reader = await makePerson(app.db, { organization: own });
});
afterAll(() => app?.close());

test.each([
  ["Straßenbau am Markt", "strassen"],
  ["Ørsted annexe", "orsted"],
  ["O’Brien kiosk", "obrien"],
  ["O’Malley kiosk", "o'malley"],
  ["L'hôtel du lac", "hotel"],
  ["Łódź depot", "lodz"],
  ["Ægir pier", "aegir"],
  ["Œuvre hall", "oeuvre"],
  ["ışıklar room", "isiklar"],
  ["İncir yard", "incir"],
  ["Ｗｉｄｅ sign", "wide"],
  ["ﬁligree gate", "filigree"],
  ["co\u00adoperage", "cooperage"],
])("FIELD-10 %s is found by %s in the palette, inside a document and in the list", async (name, typed) => {
  const named = await makeDocument(app.db, { organizationId, name });
  const inside = await makeDocument(app.db, {
    organizationId,
    name: unique("Plain"),
    puckState: {
      root: { props: {} },
      content: [{ type: "Paragraph", props: { id: unique("text"), text: `<p>See ${name} too.</p>` } }],
    },
  });
  await runToEnd(indexStoredPages, app);
  const hits = await app.request(search, { as: reader, body: { q: typed } });
  expect(hits.map(({ id }) => id).toSorted()).toEqual(
    [named.uniqueDocumentId, inside.uniqueDocumentId].toSorted(),
  );
  const filter = encodeColumnFilters([{ id: "name", value: typed }]);
  const listed = await app.request(listDocuments, { as: reader, query: { filter } });
  expect(listed.map(({ uniqueDocumentId }) => uniqueDocumentId)).toEqual([named.uniqueDocumentId]);
});
