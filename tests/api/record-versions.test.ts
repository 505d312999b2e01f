import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { addInvoice, changeInvoiceLines, getManagedInvoice, issueInvoice } from "#contract/admin/invoices.ts";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import { addWorkOrder } from "#contract/admin/work-orders.ts";
import { CALLS } from "#contract/calls.ts";
import { BLANK_PAGE } from "#domain/documents/document-details.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { organizationDetails } from "#server/schema/organization-details.ts";
import { notes } from "#server/schema/organizations.ts";
import { workOrders } from "#server/schema/work-orders.ts";
import { PLAIN as WORK } from "#tests/support/company-work.ts";
import {
  makeAdmin,
  makeDocument,
  makeInvoice,
  makeOrganization,
  makeProduct,
  makeSection,
  makeTemplate,
  makeWorkOrder,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";

let app: TestApp;
let owner: TestPerson;
let organizationId: string;
beforeAll(async () => {
  app = await createTestApp();
  owner = await makeAdmin(app.db, "owner");
  ({ organizationId } = await makeOrganization(app.db));
});
afterAll(() => app?.close());

type Fields = Record<string, unknown>;

/** A form of the company: where its record is read and changed, and what it edits of it. */
type Form = {
  make(): Promise<{ get: string; patch: string; find?: (data: never) => unknown }>;
  /** What the form sends for another text. */
  edit(record: Fields, text: string): Fields;
  /** What a program sends of the record that it read. */
  asRead(record: Fields): unknown;
  version?: string;
};

const pick = (record: Fields, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, record[name]]));
const at = (path: string, id: string, part = "") => ({
  get: `/api/${path}/${id}`,
  patch: `/api/${path}/${id}${part}`,
});
const linesOf = ({ amounts }: Fields) =>
  ((amounts as { lines: Fields[] } | null)?.lines ?? []).map(({ amount: _, ...line }) => line);
const detailsIn = ({ details }: Fields) => {
  const { ownerName: _, ...stored } = details as Fields;
  return stored;
};
const makeLines = async () => {
  const lines = [
    { description: "Beans", quantity: 1, unit: "kg", rate: 40, discountPercent: 0, hasGst: true },
  ];
  const body = { organizationId, name: "Coffee", dueDate: null, xeroLink: null, isIssued: false, lines };
  const { invoiceId } = await app.request(addInvoice, {
    as: owner,
    body: { ...body, invoiceStatus: "UNPAID" },
  });
  return invoiceId;
};

const FORMS: Record<string, Form> = {
  product: {
    async make() {
      const { productId } = await makeProduct(app.db);
      return at("product/admin", productId);
    },
    edit: (_record, text) => ({ productName: text, productUnit: "hour", productRate: 1 }),
    asRead: (record) => pick(record, "productName", "productUnit", "productRate"),
  },
  template: {
    async make() {
      const { templateId } = await makeTemplate(app.db);
      return at("template/admin", templateId);
    },
    edit: (record, text) => ({ ...pick(record, "description", "variables"), name: text }),
    asRead: (record) => pick(record, "name", "description", "variables"),
  },
  section: {
    async make() {
      const { sectionId } = await makeSection(app.db);
      return at("section/admin", sectionId);
    },
    edit: (_record, name) => ({ name }),
    asRead: ({ name }) => name,
  },
  note: {
    async make() {
      const noteId = unique("note");
      const given = {
        noteId,
        organizationId,
        text: "Prefers calls",
        writtenBy: "Ada",
        writtenAt: new Date(),
      };
      await app.db.insert(notes).values(given);
      const find = (all: Fields[]) => all.find((one) => one.noteId === noteId);
      return {
        get: `/api/organization/admin/${organizationId}/notes`,
        patch: `/api/note/admin/${noteId}`,
        find,
      };
    },
    edit: (_record, text) => ({ text }),
    asRead: ({ text }) => text,
  },
  "name of an organization": {
    async make() {
      return at("organization/admin", (await makeOrganization(app.db)).organizationId);
    },
    edit: ({ organizationId: id }, text) => ({ organizationName: `${text} ${String(id)}` }),
    asRead: ({ organizationName }) => organizationName,
  },
  "quick links of an organization": {
    async make() {
      return at("organization/admin", (await makeOrganization(app.db)).organizationId, "/links");
    },
    edit: (_record, label) => ({ quickLinks: [{ label, url: "https://boards.example/1" }] }),
    asRead: ({ quickLinks }) => quickLinks,
    version: "linksVersion",
  },
  "details of an organization": {
    async make() {
      const { organizationId: id } = await makeOrganization(app.db);
      await app.db.insert(organizationDetails).values({ organizationId: id });
      return at("organization/admin", id, "/details");
    },
    edit: (record, legalName) => ({ ...detailsIn(record), legalName }),
    asRead: detailsIn,
    version: "detailsVersion",
  },
  document: {
    async make() {
      const { uniqueDocumentId } = await makeDocument(app.db, {
        organizationId,
        templateId: BLANK_PAGE,
        status: "DRAFT",
      });
      return at("unique-document/admin", uniqueDocumentId);
    },
    edit: (record, name) => ({ ...pick(record, "documentType", "invoice", "templateId"), name }),
    asRead: (record) => pick(record, "name", "documentType", "invoice", "templateId"),
  },
  "work order": {
    async make() {
      const body = { ...WORK, organizationId };
      return at("work-order/admin", (await app.request(addWorkOrder, { as: owner, body })).workOrderId);
    },
    edit: (_record, name) => ({ ...WORK, name }),
    asRead: ({ optional, ...record }) => ({
      ...pick(record, ...Object.keys(WORK)),
      isOptional: (optional as { isOptional: boolean }).isOptional,
    }),
  },
  invoice: {
    async make() {
      return at("invoice/admin", (await makeInvoice(app.db, { organizationId })).invoiceId);
    },
    edit: ({ dueDate }, text) => ({ dueDate, xeroLink: `https://go.xero.com/${text}` }),
    asRead: (record) => pick(record, "dueDate", "xeroLink"),
  },
  "lines of an invoice": {
    make: async () => at("invoice/admin", await makeLines(), "/lines"),
    edit: (record, description) => ({ lines: linesOf(record).map((line) => ({ ...line, description })) }),
    asRead: linesOf,
    version: "linesVersion",
  },
  settings: {
    make: async () => ({ get: "/api/settings/admin/get", patch: "/api/settings/admin/update" }),
    edit: (record, text) => ({ settings: { ...record, address: `${text} Street` } }),
    asRead: (record) => record,
  },
};

async function open({ make, version = "recordVersion", ...form }: Form) {
  const { get, patch, find } = await make();
  const read = async (): Promise<Fields> => {
    const { data } = (await (await app.rawRequest(`GET ${get}`, { as: owner })).json()) as { data: never };
    return (find ? find(data) : data) as Fields;
  };
  const send = async (body: Fields) => {
    const response = await app.rawRequest(`PATCH ${patch}`, { as: owner, body });
    return { status: response.status, body: (await response.json()) as { data?: Fields; error?: Fields } };
  };
  const byVersion = (record: Fields, text: string) =>
    send({ ...form.edit(record, text), recordVersion: record[version] });
  const byFields = (record: Fields, text: string) =>
    send({ ...form.edit(record, text), asRead: form.asRead(record) });
  return {
    read,
    send,
    byVersion,
    byFields,
    edit: form.edit,
    versionOf: (record: Fields) => Number(record[version]),
  };
}

describe.each(Object.entries(FORMS))("HOUSE-6 %s", (_name, form) => {
  test("HOUSE-6 of two forms of one record the second is refused, with the version that there is by now", async () => {
    const { read, byVersion, byFields, versionOf } = await open(form);
    const first = await read();
    const saved = await byVersion(first, "First");
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const now = await read();
    expect(versionOf(now)).toBe(versionOf(first) + 1);
    const details = { reason: "changed-meanwhile", recordVersion: versionOf(now) };
    for (const change of [byVersion, byFields]) {
      const refused = await change(first, "Second");
      expect(refused).toMatchObject({ status: 409, body: { error: { details } } });
    }
    expect(await read()).toEqual(now);
    // Who has read what there is saves, by either method, and the same once more changes nothing.
    expect((await byFields(now, "Second")).status).toBe(200);
    const second = await read();
    expect(versionOf(second)).toBe(versionOf(now) + 1);
    expect((await byVersion(now, "Second")).status).toBe(200);
    expect(await read()).toEqual(second);
    expect((await byFields(first, "Third")).status).toBe(409);
    expect((await byVersion(second, "Third")).status).toBe(200);
  });

  test("HOUSE-6 a form opened before the upgrade and one opened after it cannot both save at once", async () => {
    const { read, byVersion, byFields, versionOf } = await open(form);
    const record = await read();
    const both = await Promise.all([byFields(record, "Before"), byVersion(record, "After")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(versionOf(await read())).toBe(versionOf(record) + 1);
  });

  test("HOUSE-6 a change that names neither what was read nor its version, or both, is refused", async () => {
    const { read, send, edit, versionOf } = await open(form);
    const record = await read();
    const wanted = edit(record, "Other");
    expect((await send(wanted)).status).toBe(400);
    const both = { ...wanted, recordVersion: versionOf(record), asRead: form.asRead(record) };
    expect((await send(both)).status).toBe(400);
    expect(await read()).toEqual(record);
  });
});

test("HOUSE-6 a change of a field that the form lacks raises no version, and every other change of its fields does", async () => {
  const { invoiceId } = await makeInvoice(app.db, { organizationId });
  const { workOrderId } = await makeWorkOrder(app.db, { organizationId });
  const { uniqueDocumentId } = await makeDocument(app.db, { organizationId });
  const versions = async () => {
    const [work] = await app.db.select().from(workOrders).where(eq(workOrders.workOrderId, workOrderId));
    const ofDocument = eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId);
    const [document] = await app.db.select().from(uniqueDocuments).where(ofDocument);
    return [work?.recordVersion, document?.recordVersion];
  };
  const change = async (
    work: Partial<typeof workOrders.$inferInsert>,
    document: Partial<typeof uniqueDocuments.$inferInsert>,
  ) => {
    await app.db.update(workOrders).set(work).where(eq(workOrders.workOrderId, workOrderId));
    await app.db
      .update(uniqueDocuments)
      .set(document)
      .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  };
  await change(
    { doesClientWantWorkDone: true, workOrderStatus: "DONE", movedAt: new Date(), shownAt: new Date() },
    { totalCost: "1", shownTotal: "1", sentAt: new Date(), openedAt: new Date(), archivedAt: new Date() },
  );
  expect(await versions()).toEqual([1, 1]);
  // Issuing an invoice links both.
  await change({ invoiceId }, { invoiceId });
  expect(await versions()).toEqual([2, 2]);
});

test("HOUSE-6 a trigger raises each version, whatever statement changes the record", async () => {
  const found: string[][] = [[], []];
  await app.deps.database.asOwner(async (connection) => {
    // Of evidence the column is the version of its facts.
    const columns = await connection.query<{ name: string }>(
      `select concat(table_name, '.', column_name) as name from information_schema.columns
       where table_schema = 'public' and column_name in ('record_version', 'links_version')
         and table_name not in ('document_decisions', 'signed_general_documents')`,
    );
    const triggers = await connection.query<{ name: string }>(
      `select concat(tgrelid::regclass, '.', substr(tgname, 19)) as name from pg_trigger
       where tgname like 'counterpart\\_raise\\_%'`,
    );
    for (const [place, { rows }] of [columns, triggers].entries())
      found[place] = rows.map(({ name }) => name);
  });
  expect(found[0]).not.toEqual([]);
  expect(found[1]?.toSorted()).toEqual(found[0]?.toSorted());
});

/** A client's own people change these. */
const OF_CLIENTS = /^(?:listOwnIssuers|addOwnIssuer|changeOwnIssuer)$/;

test("HOUSE-6 no answer to a client has a version of a record that the company changes", () => {
  const naming = Object.entries(CALLS).filter(
    ([name, { reply }]) =>
      !OF_CLIENTS.test(name) &&
      /"(record|links|lines)Version"/.test(
        JSON.stringify(z.toJSONSchema(reply, { unrepresentable: "any", io: "input" })),
      ),
  );
  expect(naming.length).toBeGreaterThan(10);
  for (const [name, { who }] of naming)
    expect([name, who]).toEqual([name, expect.stringMatching(/viewer|editor|owner/)]);
});

test("HOUSE-6 an invoice is issued as it was read, with its details and its lines", async () => {
  const of = { as: owner, params: { id: await makeLines() } };
  const read = await app.request(getManagedInvoice, of);
  const { recordVersion, linesVersion } = read;
  const lines = [{ description: "Tea", quantity: 2, unit: "kg", rate: 30, discountPercent: 0, hasGst: true }];
  const now = await app.request(changeInvoiceLines, { ...of, body: { lines, recordVersion: linesVersion } });
  expect(now).toMatchObject({ recordVersion, linesVersion: linesVersion + 1 });
  const refused = await app.refusal(issueInvoice, { ...of, body: { recordVersion, linesVersion } });
  expect(refused).toMatchObject({ status: 409, details: { reason: "changed-meanwhile" } });
  expect((await app.refusal(issueInvoice, { ...of, body: { recordVersion } })).status).toBe(400);
  const asRead = { recordVersion, linesVersion: now.linesVersion };
  expect((await app.request(issueInvoice, { ...of, body: asRead })).issuedAt).not.toBeNull();
});

test("HOUSE-6 a number that is taken while the settings are open is no change, one that an owner sets is", async () => {
  const { recordVersion, ...read } = await app.request(getSettings, { as: owner });
  await app.request(addInvoice, {
    as: owner,
    body: {
      organizationId,
      name: "Coffee",
      dueDate: null,
      xeroLink: null,
      isIssued: false,
      lines: [],
      invoiceStatus: "UNPAID",
    },
  });
  const save = (invoiceNumbers: Partial<typeof read.invoiceNumbers>, version: number) => ({
    as: owner,
    body: { settings: { ...read, invoiceNumbers: { ...look, ...invoiceNumbers } }, recordVersion: version },
  });
  const { next, ...look } = read.invoiceNumbers;
  const six = save({ digits: 6 }, recordVersion);
  expect(await app.request(updateSettings, six)).toMatchObject({
    invoiceNumbers: { digits: 6, next: next + 1 },
    recordVersion: recordVersion + 1,
  });
  const set = await app.request(updateSettings, save({ digits: 6, next: 700 }, recordVersion + 1));
  expect(set).toMatchObject({ invoiceNumbers: { next: 700 }, recordVersion: recordVersion + 2 });
  expect(await app.refusal(updateSettings, save({ next: 800 }, recordVersion + 1))).toMatchObject({
    status: 409,
  });
});
