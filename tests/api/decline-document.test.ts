import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { approveDocument, declineDocument, getDocument, listDocuments } from "#contract/documents.ts";
import { chooseOptionalWork } from "#contract/work-orders.ts";
import type { AdminRole } from "#domain/account/admin-role.ts";
import { DECLINE_REASON_LIMIT } from "#domain/documents/decline.ts";
import { formatDateTime } from "#domain/format.ts";
import { mailDecline } from "#server/documents/mail-decline.job.ts";
import { userProfiles } from "#server/schema/account.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { mails } from "#server/schema/mail.ts";
import { notifications } from "#server/schema/notifications.ts";
import { products } from "#server/schema/products.ts";
import {
  makeAdmin,
  makeOrganization,
  makePerson,
  makeProduct,
  makeQuote,
  sendAgain,
  type TestPerson,
} from "#tests/support/factories.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { pausedBefore } from "#tests/support/paused-before.ts";

const ADMIN = "noah@company.example";
const REASON = "Too dear for us this year.\n\nPlease ask again in <spring>.";

const app = await startTestApp();
await makePerson(app.db, { organization: null, profile: { email: ADMIN, adminRole: "viewer" } });

/** A writer's pending quote of 2 hours at 100 dollars, optional and wanted. */
async function setUp() {
  const organization = await makeOrganization(app.db);
  const writer = await makePerson(app.db, { organization });
  const { productId } = await makeProduct(app.db, { productRate: "100" });
  const { document, workOrders } = await makeQuote(app.db, {
    organizationId: organization.organizationId,
    workOrders: [{ products: [{ productId, total: "2" }], isOptional: true, doesClientWantWorkDone: true }],
  });
  const id = document.uniqueDocumentId;
  return { organization, writer, id, name: document.name, workOrders, productId };
}

const sent = (id: string, reason?: string) => ({
  params: { id },
  body: { uniqueDocumentId: id, status: "DECLINED" as const, ...(reason !== undefined && { reason }) },
});
const decline = (as: TestPerson, id: string, reason?: string) =>
  app.request(declineDocument, { as, ...sent(id, reason) });
const refusal = (as: TestPerson, id: string, reason?: string) =>
  app.refusal(declineDocument, { as, ...sent(id, reason) });
const read = (as: TestPerson, id: string) => app.request(getDocument, { as, params: { id } });

async function decisionOn(id: string) {
  const rows = await app.db
    .select()
    .from(documentDecisions)
    .where(eq(documentDecisions.uniqueDocumentId, id));
  expect(rows.length).toBeLessThanOrEqual(1);
  return rows[0];
}
const mailsAbout = (id: string) =>
  app.db
    .select()
    .from(mails)
    .where(eq(mails.event, `document.declined:${id}:1`));

test("APPR-2 CARE-3 a writer declines: person, reason and content are stored, and the company and the members are notified", async () => {
  const { organization, writer, id, name, productId } = await setUp();
  const reader = await makePerson(app.db, { organization, permission: "read" });
  const live = await openLive(app, { as: reader });
  const seen = await read(writer, id);

  const answer = await decline(writer, id, REASON);
  expect(answer).toMatchObject({ status: "DECLINED", contentHash: seen.contentHash, totalCost: 220 });
  expect(answer.approvedBy).toMatchObject({ userEmail: writer.email });
  expect(await decisionOn(id)).toMatchObject({
    decision: "DECLINED",
    reason: REASON,
    declaration: null,
    userProfileId: writer.userProfileId,
    organizationName: organization.organizationName,
    organizationPermissionId: expect.any(String),
    contentHash: seen.contentHash,
    page: seen.puckState,
    ipAddress: "127.0.0.1",
    userAgent: expect.any(String),
  });
  const [audit] = await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, id));
  expect(audit).toMatchObject({
    action: "document.decline",
    userProfileId: writer.userProfileId,
    details: { contentHash: seen.contentHash, reason: REASON },
  });

  await expect.poll(() => mailsAbout(id)).not.toEqual([]);
  const [mail, ...others] = await mailsAbout(id);
  expect(others).toEqual([]);
  expect(mail?.recipient).toBe(ADMIN);
  const moment = formatDateTime(answer.approvedBy?.approvedTime ?? "", "Australia/Sydney");
  const { organizationName } = organization;
  for (const part of [name, writer.email, organizationName, moment, "Please ask again in <spring>."]) {
    expect(mail?.text).toContain(part);
  }
  expect(mail?.html).toContain("Please ask again in &lt;spring&gt;.");
  expect(mail?.text).toContain(`/admin/documents/${id}`);
  await expect.poll(async () => (await mailsAbout(id))[0]?.sentAt).toBeInstanceOf(Date);
  const told = await app.db
    .select()
    .from(notifications)
    .where(eq(notifications.organizationId, organization.organizationId));
  expect(told.map((one) => one.userProfileId).toSorted()).toEqual(
    [writer.userProfileId, reader.userProfileId].toSorted(),
  );
  await expect.poll(() => live.events).toContainEqual({ kind: "document", id });
  live.close();

  // From now on the content stays the same.
  await app.db.update(products).set({ productRate: "999" }).where(eq(products.productId, productId));
  expect(await read(reader, id)).toMatchObject({ totalCost: 220, puckState: seen.puckState });
  const [listed] = await app.request(listDocuments, { as: reader, query: { status: "DECLINED" } });
  expect(listed).toMatchObject({ uniqueDocumentId: id, approvedBy: { userEmail: writer.email } });
});

test("APPR-2 a repeated decline by the same person returns the first one; everyone else learns that it is decided", async () => {
  const { organization, writer, id, workOrders } = await setUp();
  const colleague = await makePerson(app.db, { organization });
  const first = await decline(writer, id, "First");
  expect(await decline(writer, id, "First")).toEqual(first);
  expect(await decline(writer, id)).toEqual(first);
  expect((await decisionOn(id))?.reason).toBe("First");
  // A job writes it.
  await expect.poll(() => mailsAbout(id)).toHaveLength(1);

  const decided = { status: 409, details: { reason: "already-decided" } };
  expect(await refusal(colleague, id)).toMatchObject(decided);
  expect(await refusal(writer, id, "Second"), "a reason that is not stored").toMatchObject(decided);
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash: first.contentHash };
  for (const as of [writer, colleague]) {
    expect(await app.refusal(approveDocument, { as, params: { id }, body })).toMatchObject(decided);
  }
  const choice = await app.refusal(chooseOptionalWork, {
    as: writer,
    params: { id: workOrders[0]?.workOrderId ?? "" },
    body: { optional: { doesClientWantWorkDone: false } },
  });
  expect(choice.status).toBe(409);
});

test("APPR-2 a decline does not wait for mails, and each of many admins gets one", async () => {
  const { writer, id } = await setUp();
  const admins = [ADMIN];
  for (let more = 0; more < 30; more += 1) admins.push((await makeAdmin(app.db, "viewer")).email);
  await app.signInAs(writer);
  try {
    const declining = Promise.withResolvers<void>();
    const ask = () => [decline(writer, id).then(() => declining.resolve())];
    await pausedBefore(app, "mails", 1, ask, () => declining.promise, "exclusive");
    const recipients = async () => (await mailsAbout(id)).map(({ recipient }) => recipient).toSorted();
    await expect.poll(recipients).toEqual(admins.toSorted());
    await mailDecline.run(app.deps, { uniqueDocumentId: id });
    expect(await recipients(), "a job that begins again").toEqual(admins.toSorted());
  } finally {
    const isMore = inArray(userProfiles.email, admins.slice(1));
    await app.db.update(userProfiles).set({ adminRole: null }).where(isMore);
  }
});

test.each(["", "  \n "])("APPR-2 the reason %j counts as no reason, and the mail says so", async (reason) => {
  const { writer, id } = await setUp();
  await decline(writer, id, reason);
  expect((await decisionOn(id))?.reason).toBeNull();
  await expect.poll(async () => (await mailsAbout(id))[0]?.text).toContain("No reason was given.");
});

test("APPR-2 if no one in the company can sign in, the decline is stored and the log says that no mail was sent", async () => {
  const { writer, id } = await setUp();
  const setRole = (adminRole: AdminRole | null) =>
    app.db.update(userProfiles).set({ adminRole }).where(eq(userProfiles.email, ADMIN));
  await setRole(null);
  try {
    expect((await decline(writer, id)).status).toBe("DECLINED");
    const told = () =>
      app.log.records.filter((one) => one.msg?.startsWith("The company has no person to mail"));
    await expect.poll(told).toEqual([expect.objectContaining({ event: `document.declined:${id}:1` })]);
  } finally {
    await setRole("viewer");
  }
  expect(await mailsAbout(id)).toEqual([]);
});

test("APPR-2 what was accepted, or is still a draft, is not declined", async () => {
  const accepted = await setUp();
  const { contentHash } = await read(accepted.writer, accepted.id);
  await app.request(approveDocument, {
    as: accepted.writer,
    params: { id: accepted.id },
    body: { uniqueDocumentId: accepted.id, status: "APPROVED", contentHash },
  });
  expect(await refusal(accepted.writer, accepted.id)).toMatchObject({
    status: 409,
    details: { reason: "already-decided" },
  });
  expect((await read(accepted.writer, accepted.id)).status).toBe("APPROVED");

  const draft = await setUp();
  await app.db
    .update(uniqueDocuments)
    .set({ status: "DRAFT" })
    .where(eq(uniqueDocuments.uniqueDocumentId, draft.id));
  expect(await refusal(draft.writer, draft.id)).toMatchObject({
    status: 409,
    details: { reason: "still-draft" },
  });
  expect(await decisionOn(draft.id)).toBeUndefined();
});

test("APPR-2 a document that cannot be shown or was changed can be declined, because nothing is accepted", async () => {
  const { writer, id } = await setUp();
  await app.db
    .update(uniqueDocuments)
    .set({ puckState: { content: [{ type: "Fireworks", props: { id: "fireworks" } }], root: {} } })
    .where(eq(uniqueDocuments.uniqueDocumentId, id));
  await sendAgain(app.db, id);
  expect((await decline(writer, id)).status).toBe("DECLINED");
});

test("APPR-3 API-5 a reader gets 403, another organization 404, and nothing changes", async () => {
  const { organization, writer, id } = await setUp();
  const reader = await makePerson(app.db, { organization, permission: "read" });
  const stranger = await makePerson(app.db);
  expect((await refusal(reader, id)).status).toBe(403);
  const foreign = await refusal(stranger, id);
  expect(foreign).toEqual(await refusal(stranger, "no-such-document"));
  expect(foreign.status).toBe(404);
  expect((await read(writer, id)).status).toBe("PENDING");
  expect(await decisionOn(id)).toBeUndefined();
  expect(await mailsAbout(id)).toEqual([]);
});

test.each([
  ["another document", { uniqueDocumentId: "another", status: "DECLINED" }],
  ["another status", { status: "APPROVED" }],
  ["no status", { status: undefined }],
  ["a reason without end", { status: "DECLINED", reason: "x".repeat(DECLINE_REASON_LIMIT + 1) }],
  ["a reason that no database keeps", { status: "DECLINED", reason: "a\0b" }],
  ["a reason that is no text", { status: "DECLINED", reason: ["x"] }],
  ["an unexpected field", { status: "DECLINED", contentHash: "x" }],
])("APPR-2 API-2 a body that names %s is refused in words", async (_what, body) => {
  const { writer, id } = await setUp();
  const response = await app.rawRequest(`POST /api/unique-document/user/${id}/decline`, {
    as: writer,
    body: { uniqueDocumentId: id, ...body },
  });
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  expect([response.status, error.code]).toEqual([400, "invalid"]);
  expect(error.message).toMatch(/^[A-Z].*\.$/s);
  expect((await read(writer, id)).status).toBe("PENDING");
});

test("APPR-5 of thirty acceptances and declines at once one counts", async () => {
  const { organization, writer, id } = await setUp();
  const people = [
    writer,
    await makePerson(app.db, { organization }),
    await makePerson(app.db, { organization }),
  ];
  const { contentHash } = await read(writer, id);
  const answers = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const [verb, status] = index % 2 === 0 ? ["decline", "DECLINED"] : ["approve", "APPROVED"];
      const as = people[index % people.length] ?? writer;
      const hash = verb === "approve" && { contentHash };
      const response = await app.rawRequest(`POST /api/unique-document/user/${id}/${verb}`, {
        as,
        body: { uniqueDocumentId: id, status, ...hash },
      });
      return { status: response.status, who: `${as.userProfileId} ${verb}` };
    }),
  );
  const heard = answers.filter((one) => one.status === 200);
  // Five requests of one person, and no other request.
  expect(new Set(heard.map((one) => one.who)).size).toBe(1);
  expect(heard).toHaveLength(5);
  expect(answers.filter((one) => one.status === 409)).toHaveLength(25);
  const decision = await decisionOn(id);
  expect((await read(writer, id)).status).toBe(decision?.decision);
  const recorded = await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, id));
  expect(recorded.filter((one) => /approve|decline/.test(one.action))).toHaveLength(1);
});

test("a page that a newer portal wrote is shown as far as it can be, and no decision stores it back", async () => {
  const { writer, id } = await setUp();
  const heading = { type: "Heading", props: { id: "heading", text: "What we will do" } };
  const stored = { version: 99, content: [heading], root: {}, extras: "of a later day" };
  await app.db
    .update(uniqueDocuments)
    .set({ puckState: stored })
    .where(eq(uniqueDocuments.uniqueDocumentId, id));
  await sendAgain(app.db, id);
  expect((await read(writer, id)).puckState.content).toEqual([heading]);
  expect(await refusal(writer, id)).toMatchObject({ status: 409, details: { reason: "newer-page" } });
  expect(await decisionOn(id)).toBeUndefined();
  const [row] = await app.db.select().from(uniqueDocuments).where(eq(uniqueDocuments.uniqueDocumentId, id));
  expect(row).toMatchObject({ status: "PENDING", puckState: stored });
});
