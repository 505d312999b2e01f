import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signGeneralDocument } from "#contract/agreements.ts";
import { type Call, STEP_UP } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { approveDocument, getDocument, receiveDocument } from "#contract/documents.ts";
import { changeSignInRules, getSignInRules } from "#contract/security.ts";
import { UPLOAD_PATH } from "#server/images/receive-upload.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import { images } from "#server/schema/images.ts";
import { organizations } from "#server/schema/organizations.ts";
import {
  makeAdmin,
  makeDocument,
  makeGeneralDocument,
  makeOrganization,
  makePerson,
  makeQuote,
  type TestPerson,
} from "../support/factories.ts";
import { createTestApp, type TestApp } from "../support/make-app.ts";
import { makePlain } from "../support/make-image.ts";
import { findEveryIssuer } from "../support/make-issuer.ts";
import { asJson, pauseBody } from "../support/pause-body.ts";
import { pointAt, sendPointed } from "../support/pointed-calls.ts";
import { type Ids, makeRecords, makeRecordsOf } from "../support/records.ts";
import {
  FROM_EDITORS,
  FROM_FORMER_MEMBERS,
  FROM_MEMBERS,
  FROM_OWNERS,
  FROM_SIGNATORIES,
  FROM_VIEWERS,
  FROM_WRITERS,
  type Revocation,
  SIGNED_OUT,
} from "../support/revoke.ts";
import { casesFor } from "../support/suite-cases.ts";
import { untilWaiting } from "../support/until-waiting.ts";

let app: TestApp;
let image: { body: Uint8Array; type: string };
/** Records that an admin requests, and cannot change. */
let asked: Ids;
beforeAll(async () => {
  app = await createTestApp();
  findEveryIssuer(app);
  asked = await makeRecords(app, await makePerson(app.db));
  image = { body: await makePlain(20, 20).png().toBuffer(), type: "application/octet-stream" };
});
afterAll(() => app.close());

const recordOf = ({ userProfileId }: TestPerson) =>
  app.db.select().from(auditEvents).where(eq(auditEvents.userProfileId, userProfileId));

test.each(FROM_SIGNATORIES)(
  "API-5 APPR-3 a writer who is $what while the body is on its way accepts and chooses nothing",
  async ({ status, run }) => {
    const organization = await makeOrganization(app.db);
    const writer = await makePerson(app.db, { organization });
    const { organizationId } = organization;
    const quote = await makeQuote(app.db, { organizationId, workOrders: [{ isOptional: true }] });
    const id = quote.document.uniqueDocumentId;
    const { contentHash } = await app.request(getDocument, { as: writer, params: { id } });
    const approval = { uniqueDocumentId: id, status: "APPROVED", contentHash };
    const accept = await pauseBody(
      app,
      writer,
      `POST /api/unique-document/user/${id}/approve`,
      asJson(approval),
    );
    const choose = await pauseBody(
      app,
      writer,
      `PATCH /api/work-order/user/${quote.workOrders[0]?.workOrderId}/optional`,
      asJson({ optional: { doesClientWantWorkDone: true } }),
    );
    await run(app.db, writer);
    expect(await accept()).toBe(status);
    expect(await choose()).toBe(status);
    expect(
      await app.db.select().from(documentDecisions).where(eq(documentDecisions.uniqueDocumentId, id)),
    ).toEqual([]);
  },
);

test.each(FROM_EDITORS)(
  "API-5 an editor who is $what while the body is on its way shares and uploads nothing",
  async ({ status, run }) => {
    const editor = await makeAdmin(app.db, "editor");
    const { uniqueDocumentId: id } = await makeDocument(app.db);
    const path = `PATCH /api/unique-document/admin/${id}/sharing`;
    const share = await pauseBody(app, editor, path, asJson({ isShared: true }));
    const upload = await pauseBody(app, editor, `POST ${UPLOAD_PATH}`, image);
    await run(app.db, editor);
    expect(await share()).toBe(status);
    expect(await upload()).toBe(status);
    expect(await recordOf(editor)).toEqual([]);
  },
);

test.each(FROM_OWNERS)(
  "API-5 an owner who is $what while the body is on its way changes no role",
  async ({ status, run }) => {
    const [owner, other] = [await makeAdmin(app.db, "owner"), await makeAdmin(app.db, "owner")];
    const path = `PATCH /api/user-profile/admin/${other.userProfileId}`;
    const demote = await pauseBody(app, owner, path, asJson({ adminRole: "viewer" }));
    await run(app.db, owner);
    expect(await demote()).toBe(status);
    expect(await recordOf(owner)).toEqual([]);
  },
);

test("API-5 NOTE-1 a caller who is signed out while their request is on its way receives nothing", async () => {
  const writer = await makePerson(app.db);
  const now = new Date().toISOString();
  const question = asJson({ startDate: now, endDate: now });
  const list = await pauseBody(app, writer, "POST /api/notification/user/list", question);
  await SIGNED_OUT.run(app.db, writer);
  expect(await list()).toBe(401);
});

/**
 * Makes a request while a transaction that takes a right away is open, and ends that transaction once the change
 * waits for it.
 */
async function requestDuring(
  revoke: Revocation,
  from: TestPerson,
  ask: () => Promise<{ status: number; text: string }>,
) {
  const asked: Promise<{ status: number; text: string }>[] = [];
  await app.db.transaction(async (tx) => {
    await revoke.run(tx, from);
    asked.push(ask());
    await untilWaiting(app, 1);
  });
  const [answer] = await Promise.all(asked);
  const { error } = JSON.parse(answer?.text ?? "{}");
  expect({ status: answer?.status, reason: error?.details?.reason }).toEqual({
    status: revoke.status,
    reason: revoke.status === 403 ? (revoke.reason ?? "permission-gone") : undefined,
  });
  expect(await recordOf(from)).toEqual([]);
}

/** A member who has read a document and is about to accept it. */
async function readToAccept() {
  const writer = await makePerson(app.db);
  const { organizationId } = writer;
  const { document } = await makeQuote(app.db, { organizationId });
  const { uniqueDocumentId } = document;
  const params = { id: uniqueDocumentId };
  const { contentHash } = await app.request(getDocument, { as: writer, params });
  const body = { uniqueDocumentId, status: "APPROVED" as const, contentHash };
  return { writer, organizationId, params, body };
}

/** Sends requests while an organization's rule is not committed, and commits it once all requests wait for it. */
async function whileItGets(
  rule: Partial<typeof organizations.$inferInsert>,
  organizationId: string,
  ask: () => ReturnType<typeof app.refusal>[],
) {
  const asked: ReturnType<typeof app.refusal>[] = [];
  await app.db.transaction(async (tx) => {
    await tx.update(organizations).set(rule).where(eq(organizations.organizationId, organizationId));
    asked.push(...ask());
    await untilWaiting(app, asked.length);
  });
  return Promise.all(asked);
}

test("API-5 TRUST-5 a caller who needs a second factor from during the change on is refused, and accepts nothing", async () => {
  const { writer, organizationId, params, body } = await readToAccept();
  const needed = { status: 403, details: { reason: "factor-required" } };
  // An acceptance uses the cached caller until the change. Another decision has read the caller before.
  for (const ask of [
    () => app.refusal(approveDocument, { as: writer, params, body }),
    () => app.refusal(receiveDocument, { as: writer, body }),
  ]) {
    await app.db
      .update(organizations)
      .set({ requiresFactor: false })
      .where(eq(organizations.organizationId, organizationId));
    expect(await whileItGets({ requiresFactor: true }, organizationId, () => [ask()])).toMatchObject([
      needed,
    ]);
  }
  expect(await recordOf(writer)).toEqual([]);
});

test("TRUST-5 an acceptance or signature is to be confirmed from inside the change on, whatever was sent as a proof before", async () => {
  const { writer, organizationId, params, body } = await readToAccept();
  const { generalDocumentId: documentId } = await makeGeneralDocument(app.db);
  const signing = { userId: writer.userProfileId, organizationId, documentId };
  const asked = async (headers: Record<string, string>) =>
    whileItGets({ confirmsAcceptance: true }, organizationId, () => [
      app.refusal(approveDocument, { as: writer, body, params, headers }),
      app.refusal(receiveDocument, { as: writer, body, headers }),
      app.refusal(signGeneralDocument, { as: writer, body: signing, headers }),
    ]);
  const wrong = { status: 400, details: { reason: "wrong-password" } };
  expect(await asked({ [STEP_UP]: "not-the-password" })).toMatchObject([wrong, wrong, wrong]);
  await app.db
    .update(organizations)
    .set({ confirmsAcceptance: false })
    .where(eq(organizations.organizationId, organizationId));
  const needed = { status: 403, details: { reason: "step-up", way: "password" } };
  expect(await asked({})).toMatchObject([needed, needed, needed]);
  expect(await recordOf(writer)).toEqual([]);
});

test("API-5 TRUST-5 whether an organization requires confirmed signatures is not revealed to others, whatever proof they send", async () => {
  const stranger = await makePerson(app.db);
  const { generalDocumentId: documentId } = await makeGeneralDocument(app.db);
  const foreign = [true, false].map(async (confirmsAcceptance) => {
    const { organizationId } = await makePerson(app.db);
    const isIt = eq(organizations.organizationId, organizationId);
    await app.db.update(organizations).set({ confirmsAcceptance }).where(isIt);
    return organizationId;
  });
  for (const organizationId of [...(await Promise.all(foreign)), "org-nowhere"]) {
    const body = { userId: stranger.userProfileId, organizationId, documentId };
    const headers = { [STEP_UP]: "not-the-password" };
    const refused = await app.refusal(signGeneralDocument, { as: stranger, body, headers });
    expect(refused).toMatchObject({ status: 404, message: "There is no such organization." });
  }
});

test("API-5 TRUST-5 loosening sign-in rules that are tightened at the same time is refused", async () => {
  const writer = await makePerson(app.db);
  const { organizationId } = writer;
  const body = { organizationId, requiresFactor: false, confirmsAcceptance: false };
  const [refused] = await whileItGets({ confirmsAcceptance: true }, organizationId, () => [
    app.refusal(changeSignInRules, { as: writer, body }),
  ]);
  expect(refused).toMatchObject({ status: 409, details: { reason: "changed-meanwhile" } });
  expect(await app.request(getSignInRules, { as: writer })).toMatchObject({ confirmsAcceptance: true });
});

const REVOCATIONS: Partial<Record<Call["who"], readonly Revocation[]>> = {
  "signed-in": [SIGNED_OUT],
  person: [SIGNED_OUT],
  "former-member": FROM_FORMER_MEMBERS,
  member: FROM_MEMBERS,
  writer: FROM_WRITERS,
  signatory: FROM_SIGNATORIES,
  viewer: FROM_VIEWERS,
  editor: FROM_EDITORS,
  owner: FROM_OWNERS,
};
const changing = Object.entries(CALLS)
  .filter(([, { isReading, who }]) => !isReading && who !== "public")
  .map(([name, call], place) => [name, call, place] as const);

describe.each(changing)("%s", (name, call, place) => {
  const all = REVOCATIONS[call.who] ?? [];
  test.each(casesFor([all[place % all.length] as Revocation], all))(
    "API-5 PERM-5 a caller who is $what during the change changes nothing",
    async (revoke) => {
      const role = (["viewer", "editor", "owner"] as const).find((one) => one === call.who);
      const requester = role ? await makeAdmin(app.db, role) : await makePerson(app.db);
      const ids = role ? asked : await makeRecordsOf(name, app, requester);
      const token = await app.signInAs(requester);
      const sent = pointAt(name, ids, { ...requester, isWriter: true });
      await requestDuring(revoke, requester, () => sendPointed(app, call, sent, token));
    },
  );
});

test.each(FROM_EDITORS)("API-5 an editor who is $what during the change uploads nothing", async (revoke) => {
  const editor = await makeAdmin(app.db, "editor");
  const token = await app.signInAs(editor);
  const before = await app.db.$count(images);
  await requestDuring(revoke, editor, async () => {
    const headers = { "content-type": image.type };
    const response = await app.rawRequest(`POST ${UPLOAD_PATH}`, { token, headers, body: image.body });
    return { status: response.status, text: await response.text() };
  });
  expect(await app.db.$count(images)).toBe(before);
});
