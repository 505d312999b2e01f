import { getTableName, isNotNull } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendDocument } from "#contract/admin/drafts.ts";
import { changeInvoice, invoiceDocument, markInvoice } from "#contract/admin/invoices.ts";
import { changePermission } from "#contract/admin/permissions.ts";
import { approveDocument, declineDocument, getDocument } from "#contract/documents.ts";
import { documentSnapshots } from "#server/schema/document-versions.ts";
import { invoiceLines, invoices, uniqueDocuments } from "#server/schema/documents.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { verifyEvidence } from "#server/verification/verify-evidence.ts";
import { changeEachColumn } from "#tests/support/change-each-column.ts";
import { makeAdmin, makeOrganization, makePerson, makeProduct, makeQuote } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { asIntruder } from "#tests/support/past-triggers.ts";

let app: TestApp;
let ids: { accepted: string; declined: string; invoice: string; member: string; organization: string };

beforeAll(async () => {
  app = await createTestApp();
  const editor = await makeAdmin(app.db, "owner");
  const organization = await makeOrganization(app.db, { organizationName: "Ember" });
  const { organizationId } = organization;
  const writer = await makePerson(app.db, { organization });
  const { productId } = await makeProduct(app.db, { productRate: "1234.5" });
  const draft = async (name: string) => {
    const workOrders = [{ name: "Walls", products: [{ productId, total: "2" }] }];
    const document = { name, status: "DRAFT" as const, shownAt: null };
    const quote = await makeQuote(app.db, { organizationId, workOrders, document });
    const id = quote.document.uniqueDocumentId;
    await app.request(sendDocument, {
      as: editor,
      params: { id },
      body: { revision: 1, message: "Have a look" },
    });
    return id;
  };
  const [accepted, declined] = [await draft("Fit-out"), await draft("Terrace")];
  const of = (id: string) => ({ as: writer, params: { id } });
  const { contentHash } = await app.request(getDocument, of(accepted));
  const accept = { uniqueDocumentId: accepted, status: "APPROVED" as const, contentHash };
  await app.request(approveDocument, { ...of(accepted), body: accept });
  const decline = { uniqueDocumentId: declined, status: "DECLINED" as const, reason: "Too dear" };
  await app.request(declineDocument, { ...of(declined), body: decline });

  const issued = { percent: 40, dueDate: "2027-01-31", isIssued: true };
  const invoiced = { as: editor, params: { id: accepted }, body: issued };
  const { invoiceId: invoice, xeroLink } = await app.request(invoiceDocument, invoiced);
  const ofInvoice = { as: editor, params: { id: invoice } };
  const changed = { dueDate: "2027-02-28", xeroLink, asRead: { dueDate: issued.dueDate, xeroLink } };
  await app.request(changeInvoice, { ...ofInvoice, body: changed });
  await app.request(markInvoice, { ...ofInvoice, body: { invoiceStatus: "PAID", asRead: "UNPAID" } });

  const member = await makePerson(app.db, { organization });
  const permissions = await app.db.select().from(organizationPermissions);
  const held = permissions.find(({ userId }) => userId === member.userProfileId);
  ids = { accepted, declined, invoice, organization: organizationId, member: member.userProfileId };
  await app.request(changePermission, {
    as: editor,
    params: { id: held?.organizationPermissionId ?? "" },
    body: { permissionType: "read" },
  });
});
afterAll(() => app?.close());

const verify = async () => (await verifyEvidence(app.deps, () => undefined)).message;

/** Columns, with the words of the finding or the reason why there is none. */
type Columns = Record<string, RegExp>;

/** Changes every column of a row but the hidden ones, and returns those that no finding names. */
async function unnamed(table: PgTable, where: string, names: Columns, hidden: Columns = {}) {
  const isNamed = async (column: string) =>
    (names[column] ?? /a column that is new here/).test(await verify());
  const missed = await changeEachColumn(app, table, where, isNamed, Object.keys(hidden));
  expect((await verify()).split("\n"), getTableName(table)).toEqual([expect.stringMatching(/^Intact/)]);
  return missed;
}

const HIDDEN_OF_DOCUMENT: Columns = {
  puck_state: /the decision has the page that everybody is shown/,
  page_revision: /only drafts are saved/,
  page_saved_at: /only drafts are saved/,
  page_saved_by: /only drafts are saved/,
  template_id: /what a draft was begun with/,
  salt: /it is never shown; the hash that it makes is in the decision/,
  shown_at: /since when it is visible is no part of a decision, and the table refuses none/,
  withdrawn_at: /the table refuses it of decided documents/,
  withdrawal_reason: /the table refuses it of decided documents/,
  valid_until: /until when it could be accepted, no part of a decision/,
  expired_at: /the table refuses it of decided documents/,
  opened_at: /when it was first opened is activity, no evidence/,
  owner_id: /which colleague hears of it, no part of what was decided/,
  reminder_schedule: /when reminders go while it waits, no part of a decision/,
  record_version: /counts the changes of the record, no part of what was decided/,
  archived_at: /how the company keeps its list/,
  predecessor_id: /which document came before, no part of what was decided/,
  created_at: /when the row was made, no part of what was decided/,
  updated_at: /when the row was last touched, no part of what was decided/,
};

const DOCUMENT: Columns = {
  unique_document_id: /is no longer in the database/,
  organization_id: /the organization of the document/,
  external_id: /differs from its evidence: .*externalId/,
  name: /differs from its evidence: .*name/,
  slug: /differs from its evidence: .*slug/,
  document_type: /differs from its evidence: .*documentType/,
  sent_name: /the sent name of the document/,
  sent_type: /the sent type of the document/,
  status: /the status of the document/,
  invoice_id: /the invoice of the document/,
  total_cost: /the total of the document/,
  shown_total: /the shown total of the document/,
  hides_prices: /the hiding of prices of the document/,
  sent_at: /the time of sending of the document/,
  recalled_at: /the time of recall of the document/,
};

test("FIELD-4 an untouched portal with an accepted, a declined and an invoiced document is intact", async () => {
  await expect.poll(() => app.db.$count(documentSnapshots)).toBe(1);
  // The PDF of the former due date may have been made before the change, and is a file, too.
  await expect.poll(() => app.db.$count(invoices, isNotNull(invoices.fileId))).toBe(1);
  expect(await verify()).toMatch(/^Intact/);
});

test.each(["accepted", "declined"] as const)(
  "FIELD-4 each column that people see of a document that was %s is compared, and the finding names it",
  async (which) => {
    const where = `unique_document_id = '${ids[which]}'`;
    expect(await unnamed(uniqueDocuments, where, DOCUMENT, HIDDEN_OF_DOCUMENT)).toEqual([]);
  },
);

test("FIELD-4 each column of the row of an accepted PDF is compared, and a missing row is reported as missing", async () => {
  const where = `unique_document_id = '${ids.accepted}'`;
  const names = { unique_document_id: /ofId/, file_id: /is no longer in the database|has no evidence/ };
  const hidden = {
    document_snapshot_id: /the row's own name/,
    organization_id: /for row level security only; a foreign key holds it/,
    status: /there are snapshots of accepted documents only/,
    created_at: /the sealed PDF has its own time/,
  };
  expect(await unnamed(documentSnapshots, where, names, hidden)).toEqual([]);
  const [gone] = await asIntruder<{ row: object }>(
    app,
    `delete from document_snapshots as one where ${where} returning to_jsonb(one) as row`,
  );
  const message = await verify();
  await asIntruder(
    app,
    "insert into document_snapshots select * from jsonb_populate_record(null::document_snapshots, $1) returning 1",
    [JSON.stringify(gone?.row)],
  );
  expect(message).toMatch(/the PDF of the accepted document \S+ is no longer in the database/);
  expect(message).not.toContain("ofId");
});

/** The name that the API has for a column. */
const apiName = (column: string) =>
  column.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

test("FIELD-4 each column of an issued invoice and of its lines is compared, after changes of it too", async () => {
  const where = `invoice_id = '${ids.invoice}'`;
  const facts = [
    "organization_id",
    "external_id",
    "name",
    "xero_link",
    "invoice_status",
    "issued_at",
    "due_date",
    "unique_document_id",
    "percent",
    "subtotal",
    "gst",
    "gst_percent",
    "total",
    "created_at",
    "buyer",
    "amount_paid",
    "terms",
    "reference",
  ];
  const names: Columns = {
    invoice_id: /the changed invoice .* is no longer in the database/,
    ...Object.fromEntries(
      facts.map((one) => [
        one,
        new RegExp(`the changed invoice .* differs from its evidence: .*${apiName(one)}`),
      ]),
    ),
  };
  const hidden = {
    file_id: /the bytes of a file are compared with its hash; nothing binds which file it is/,
    record_version: /counts the changes of the record, no part of the invoice/,
    lines_version: /counts the changes of the lines, no part of the invoice/,
    updated_at: /when the row was last touched, no part of the invoice/,
  };
  expect(await unnamed(invoices, where, names, hidden)).toEqual([]);
  const ofLine = ["invoice_id", "position", "description", "quantity", "unit", "rate", "discount_percent"];
  const lines = Object.fromEntries(
    [...ofLine, "amount", "has_gst"].map((one) => [one, /invoice .* differs from its evidence: .*lines/]),
  );
  expect(await unnamed(invoiceLines, `${where} and position = 0`, lines)).toEqual([]);
});

test("FIELD-4 a permission that differs from its newest record is reported, and one without a record counts as older", async () => {
  const where = `user_id = '${ids.member}'`;
  const differs = /The permission of .* for Ember is (write|gone), and the newest access record says read/;
  const names = { organization_id: differs, user_id: differs, permission_type: differs };
  const hidden = {
    organization_permission_id: /the row's own name; a decision binds the one that it was made with/,
    created_at: /since when is told from the access records/,
  };
  expect(await unnamed(organizationPermissions, where, names, hidden)).toEqual([]);
});

test("FIELD-4 an issued invoice that was slipped in has no evidence", async () => {
  await asIntruder(
    app,
    `insert into invoices (invoice_id, organization_id, external_id, name, invoice_status, issued_at)
     values ('forged', '${ids.organization}', 'INV-9', 'More', 'UNPAID', now() + interval '1 minute')`,
  );
  expect(await verify()).toContain("The issued invoice forged has no evidence");
  await asIntruder(app, "delete from invoices where invoice_id = 'forged'");
  expect(await verify()).toMatch(/^Intact/);
});
