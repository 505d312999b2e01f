import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { signGeneralDocument, signGeneralDocumentAsVisitor } from "#contract/agreements.ts";
import type { Call } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { approveDocument, getDocument, receiveDocument } from "#contract/documents.ts";
import { forgetIdempotencyKeys } from "#server/access/forget-idempotency-keys.job.ts";
import { tooBusy } from "#server/access/limiter.ts";
import { LINK_SECONDS } from "#server/files/file-links.ts";
import { signedGeneralDocuments } from "#server/schema/agreements.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import { idempotencyKeys } from "#server/schema/requests.ts";
import {
  makeAdmin,
  makeGeneralDocument,
  makeOrganization,
  makePerson,
  makeQuote,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { findEveryIssuer } from "#tests/support/make-issuer.ts";
import { pointAt, type Sent, sendPointed, withoutSignatures } from "#tests/support/pointed-calls.ts";
import { type Ids, makeRecords, makeRecordsOf } from "#tests/support/records.ts";
import { makeStrangers } from "#tests/support/strangers.ts";
import { casesFor } from "#tests/support/suite-cases.ts";

let app: TestApp;
/** Another organization's records, for a different request. */
let other: Ids;
/** A caller whose keys are refused, so that their records stay unchanged. */
let refused: Record<"member" | "admin", { requester: TestPerson; token: string; ids: Ids }>;
beforeAll(async () => {
  app = await createTestApp();
  findEveryIssuer(app);
  other = await makeRecords(app, await makePerson(app.db));
  const [member, admin] = [await makePerson(app.db), await makeAdmin(app.db, "owner")];
  const { colleague: _, ...ids } = await makeRecords(app, member);
  refused = {
    member: { requester: member, token: await app.signInAs(member), ids },
    admin: { requester: admin, token: await app.signInAs(admin), ids },
  };
});
afterAll(() => app?.close());

/** All rows of an organization and a person whom no request names: as they were, and as they are. */
let rowsOfStrangers: string[];
let readStrangers: () => Promise<string[]>;
const isNotification = (row: string) => row.startsWith("notifications");
beforeAll(async () => {
  readStrangers = await makeStrangers(app);
  rowsOfStrangers = await readStrangers();
});

const DAY_MS = 24 * 3_600_000;

type Answer = { status: number; data: Record<string, unknown>; error: { code: string; details?: unknown } };

async function ask(
  on: TestApp,
  call: Call,
  sent: Sent,
  token: string | undefined,
  key: string,
): Promise<Answer> {
  const { status, text } = await sendPointed(on, call, sent, token, { "idempotency-key": key });
  return { status, ...JSON.parse(text) };
}

const storedFor = (key: string) => app.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));

/** A pending quote, and its writer's request to accept it. */
async function makeProposal() {
  const organization = await makeOrganization(app.db);
  const writer = await makePerson(app.db, { organization });
  const { document } = await makeQuote(app.db, { organizationId: organization.organizationId });
  const id = document.uniqueDocumentId;
  const { contentHash } = await app.request(getDocument, { as: writer, params: { id } });
  const approval = { params: { id }, body: { uniqueDocumentId: id, status: "APPROVED", contentHash } };
  return { writer, id, approval, token: await app.signInAs(writer) };
}

/** A general document, and a person's request to sign it. A second signature is refused. */
async function makeSigning(userId: string) {
  const { generalDocumentId } = await makeGeneralDocument(app.db);
  return {
    generalDocumentId,
    sent: { body: { userId, organizationId: null, documentId: generalDocumentId } },
  };
}

const makeSigner = (): Promise<TestPerson> => makePerson(app.db, { organization: null });

const signaturesOf = (generalDocumentId: string) =>
  app.db
    .select()
    .from(signedGeneralDocuments)
    .where(eq(signedGeneralDocuments.generalDocumentId, generalDocumentId));

const CHANGING = Object.entries(CALLS).filter(([, call]) => !call.isReading);

const WRONG_KEYS = ["a b", "k".repeat(256), "schlüssel"];

describe.each(CHANGING.map(([name, call], place) => [name, call, place] as const))(
  "%s",
  (name, call, place) => {
    const isOfCompany = call.reach === "every-organization";
    async function makeRequester() {
      const requester = isOfCompany ? await makeAdmin(app.db, "owner") : await makePerson(app.db);
      const owner = isOfCompany ? await makePerson(app.db) : requester;
      const { colleague: _, ...ids } = await makeRecordsOf(name, app, owner);
      const sentFor = (these: Ids, userProfileId: string) =>
        pointAt(name, these, { ...requester, userProfileId, isWriter: true });
      const [sent, another] = [sentFor(ids, requester.userProfileId), sentFor(other, other.userProfileId)];
      return { token: await app.signInAs(requester), sent, another };
    }

    test("TRUST-6 API-5 a repeated request with its key gets the first answer, another request is refused, no other person's row changes, and no one is notified", async () => {
      const { token, sent, another } = await makeRequester();
      const key = unique("key");
      const first = await ask(app, call, sent, token, key);
      expect(first).toMatchObject({ status: 200 });
      const now = await readStrangers();
      expect(now).toEqual(expect.arrayContaining(rowsOfStrangers));
      expect(now.filter(isNotification)).toEqual(rowsOfStrangers.filter(isNotification));
      const again = await ask(app, call, sent, token, key);
      expect(withoutSignatures(JSON.stringify(again))).toBe(withoutSignatures(JSON.stringify(first)));
      expect(await ask(app, call, another, token, key)).toMatchObject({
        status: 422,
        error: { code: "unprocessable", details: { reason: "key-reused" } },
      });
      expect(await storedFor(key)).toHaveLength(1);
    });

    test("TRUST-6 a key with a space, too long or of other letters is refused, and nothing is changed", async () => {
      const { requester, token, ids } = refused[isOfCompany ? "admin" : "member"];
      const sent = pointAt(name, ids, { ...requester, isWriter: true });
      const [own = ""] = WRONG_KEYS.slice(place % WRONG_KEYS.length);
      for (const key of casesFor([own], WRONG_KEYS)) {
        expect(await ask(app, call, sent, token, key), key).toMatchObject({
          status: 400,
          error: { code: "invalid" },
        });
        expect(await storedFor(key)).toEqual([]);
      }
    });
  },
);

test("TRUST-6 every POST, PATCH and DELETE changes data, except queries with a body", () => {
  const asking = Object.entries(CALLS).filter(([, { method, isReading }]) => method !== "GET" && isReading);
  expect(asking.map(([name]) => name).toSorted()).toEqual([
    "checkOrganizations",
    "checkPeople",
    "checkProducts",
    "checkWorkOrders",
    "listGeneralDocuments",
    "listNotifications",
    "listOptionalStatuses",
    "preparePasskey",
    "prepareSecondFactor",
    "readInvitation",
    "requestPasskeyChallenge",
    "search",
    "searchAll",
  ]);
});

test("TRUST-6 many tabs that sign with one key sign once, and all see the one signature", async () => {
  const signer = await makeSigner();
  const { generalDocumentId, sent } = await makeSigning(signer.userProfileId);
  const token = await app.signInAs(signer);
  const tabs = Array.from({ length: 8 }, () => ask(app, signGeneralDocument, sent, token, "one"));
  const answers = await Promise.all(tabs);
  for (const answer of answers) expect(answer).toEqual({ ...answers[0], status: 200 });
  expect(await signaturesOf(generalDocumentId)).toHaveLength(1);
  // Without the key the second request is refused as too late.
  const { status, error } = await ask(app, signGeneralDocument, sent, token, "another");
  expect({ status, ...error }).toMatchObject({ status: 409, details: { reason: "already-signed" } });
});

test("TRUST-6 the same key of two people is two requests", async () => {
  const signers = [await makeSigner(), await makeSigner()];
  const key = unique("key");
  for (const signer of signers) {
    const { generalDocumentId, sent } = await makeSigning(signer.userProfileId);
    const { status, data } = await ask(app, signGeneralDocument, sent, await app.signInAs(signer), key);
    expect({ status, ...data }).toMatchObject({ status: 200, documentId: generalDocumentId });
  }
  expect(await storedFor(key)).toHaveLength(2);
});

test("TRUST-6 APPR-4 a refused request stores no key: corrected, it is executed with the same one", async () => {
  const { id, approval, token } = await makeProposal();
  const key = unique("key");
  const outdated = { ...approval, body: { ...approval.body, contentHash: "0".repeat(64) } };
  expect(await ask(app, approveDocument, outdated, token, key)).toMatchObject({ status: 409 });
  expect(await storedFor(key)).toEqual([]);
  expect(await ask(app, approveDocument, approval, token, key)).toMatchObject({ status: 200 });
  const decisions = await app.db
    .select()
    .from(documentDecisions)
    .where(eq(documentDecisions.uniqueDocumentId, id));
  expect(decisions).toHaveLength(1);
});

test("TRUST-6 an answer given again has links that work, however old they were", async () => {
  const { writer, id, approval, token } = await makeProposal();
  await app.request(approveDocument, { as: writer, ...approval } as never);
  const told = async () => (await app.request(getDocument, { as: writer, params: { id } })).documentSnapshots;
  await expect.poll(async () => (await told()).length).toBe(1);
  const key = unique("key");
  const sent = {
    body: {
      uniqueDocumentId: id,
      name: (await app.request(getDocument, { as: writer, params: { id } })).name,
    },
  };
  await ask(app, receiveDocument, sent, token, key);
  const [stored] = await storedFor(key);
  const fileId = /\/api\/files\/([^?"]+)\?/.exec(stored?.answer ?? "")?.[1] ?? "";
  const old = app.deps.links.sign(fileId, new Date(Date.now() - 2 * LINK_SECONDS * 1000));
  const answer = stored?.answer?.replace(/\/api\/files\/[^"]+/, old) ?? "";
  await app.db.update(idempotencyKeys).set({ answer }).where(eq(idempotencyKeys.key, key));
  expect((await app.rawRequest(`GET ${old}`)).status).toBe(403);

  const { data } = await ask(app, receiveDocument, sent, token, key);
  const link = /\/api\/files\/[^"]+/.exec(JSON.stringify(data))?.[0];
  expect((await app.rawRequest(`GET ${link}`)).status).toBe(200);
});

test("TRUST-6 an old file link that is sent as a name is not signed again", async () => {
  const { generalDocumentId: documentId } = await makeGeneralDocument(app.db);
  const old = app.deps.links.sign("file-of-others", new Date(Date.now() - 2 * LINK_SECONDS * 1000));
  const email = `${unique("visitor")}@example.test`;
  const sent = { body: { documentId, email, firstName: "Eve", lastName: "Hopper", organizationName: old } };
  const key = unique("key");
  const first = await ask(app, signGeneralDocumentAsVisitor, sent, undefined, key);
  expect(first).toMatchObject({ status: 200, data: { organizationName: old } });
  expect(await ask(app, signGeneralDocumentAsVisitor, sent, undefined, key)).toEqual(first);
});

test("TRUST-6 a key expires after a day: it may be used with another request", async () => {
  const signer = await makeSigner();
  const token = await app.signInAs(signer);
  const [first, second] = [await makeSigning(signer.userProfileId), await makeSigning(signer.userProfileId)];
  const key = unique("key");
  await ask(app, signGeneralDocument, first.sent, token, key);
  await makeOld(key);
  const answer = await ask(app, signGeneralDocument, second.sent, token, key);
  expect(answer).toMatchObject({ status: 200 });
  expect(await storedFor(key)).toHaveLength(1);
  expect(await ask(app, signGeneralDocument, second.sent, token, key)).toEqual(answer);
});

test("TRUST-6 a job clears away the keys that are older than a day, and no others", async () => {
  const signer = await makeSigner();
  const token = await app.signInAs(signer);
  const [old, young] = [unique("key"), unique("key")];
  for (const key of [old, young]) {
    const { sent } = await makeSigning(signer.userProfileId);
    await ask(app, signGeneralDocument, sent, token, key);
  }
  await makeOld(old);
  await app.db.transaction((tx) => app.deps.queue.enqueue(tx, forgetIdempotencyKeys, {}));
  await expect.poll(() => storedFor(old)).toEqual([]);
  expect(await storedFor(young)).toHaveLength(1);
});

test("TRUST-6 a visitor's key is forgotten after a day as well", async () => {
  const { generalDocumentId: documentId } = await makeGeneralDocument(app.db);
  const sentBy = () => ({
    body: { documentId, email: `${unique("visitor")}@example.test`, firstName: "Grace", lastName: "Hopper" },
  });
  const key = unique("key");
  await ask(app, signGeneralDocumentAsVisitor, sentBy(), undefined, key);
  expect(await ask(app, signGeneralDocumentAsVisitor, sentBy(), undefined, key)).toMatchObject({
    status: 422,
  });
  await makeOld(key);
  expect(await ask(app, signGeneralDocumentAsVisitor, sentBy(), undefined, key)).toMatchObject({
    status: 200,
  });
});

async function makeOld(key: string): Promise<void> {
  const createdAt = new Date(Date.now() - DAY_MS - 1000);
  await app.db.update(idempotencyKeys).set({ createdAt }).where(eq(idempotencyKeys.key, key));
}

test("TRUST-6 a repeat that only waited in vain is given the answer that there is by then", async () => {
  const { id, approval, token } = await makeProposal();
  const key = unique("key");
  const others = vi.spyOn(app.deps, "limiter").mockImplementationOnce(async (_organization, task) => {
    await task();
    throw tooBusy();
  });
  const answer = await ask(app, approveDocument, approval, token, key).finally(() => others.mockRestore());
  expect(answer).toMatchObject({ status: 200, data: { uniqueDocumentId: id, status: "APPROVED" } });
  expect(await ask(app, approveDocument, approval, token, key)).toEqual(answer);
});

test("TRUST-6 two processes that are sent one key at once sign once", async () => {
  const twin = await createTestApp(app.variables);
  const signer = await makeSigner();
  const { generalDocumentId, sent } = await makeSigning(signer.userProfileId);
  const asked = [app, twin, app, twin].map(async (on) =>
    ask(on, signGeneralDocument, sent, await on.signInAs(signer), "one"),
  );
  const answers = await Promise.all(asked);
  for (const answer of answers) expect(answer).toEqual({ ...answers[0], status: 200 });
  expect(await signaturesOf(generalDocumentId)).toHaveLength(1);
  await twin.close();
});

test("TRUST-6 a killed change leaves neither itself nor its key, and is executed when it is retried", async () => {
  const { id, approval, token } = await makeProposal();
  const key = unique("key");
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`select from unique_documents where unique_document_id = ${id} for update`);
    const held = ask(app, approveDocument, approval, token, key);
    const kill = () =>
      app.deps.database.asOwner((owner) =>
        owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      );
    await expect.poll(async () => (await kill()).rows).toHaveLength(1);
    expect((await held).status).toBe(503);
  });
  expect(await storedFor(key)).toEqual([]);
  expect(await ask(app, approveDocument, approval, token, key)).toMatchObject({ status: 200 });
  expect(await storedFor(key)).toHaveLength(1);
});
