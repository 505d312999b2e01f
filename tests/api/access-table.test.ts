import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { CALLS } from "#contract/calls.ts";
import { OTHER_ROUTES } from "#server/http/other-routes.ts";
import { UPLOAD_PATH } from "#server/images/receive-upload.ts";
import { passkeys } from "#server/schema/identity.ts";
import { organizations } from "#server/schema/organizations.ts";
import { rateLimits } from "#server/schema/requests.ts";
import {
  type Column,
  columns,
  type Outcome,
  outcomeOf,
  outcomeOfOther,
} from "#tests/support/access-table.ts";
import { makeBadTokens } from "#tests/support/bad-tokens.ts";
import {
  makeAdmin,
  makeGeneralDocument,
  makeNotification,
  makeOrganization,
  makePerson,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { makePlain } from "#tests/support/make-image.ts";
import { PasskeyDevice } from "#tests/support/passkey-device.ts";
import { type Asking, pointAt, sendPointed } from "#tests/support/pointed-calls.ts";
import { type Ids, makeOwnRecords, makeRecords, makeRecordsOf } from "#tests/support/records.ts";

// Asks a running server for every cell of access-table.md.

const app = await startTestApp();
/** The records that callers without own records request. */
const other = await makeRecords(app, await makePerson(app.db));
await makeGeneralDocument(app.db, { isGeneralTerms: true });
const image = await makePlain(20, 20).png().toBuffer();

/** A caller with their token and the records that they request. */
type Requester = { asking: Asking; token: string | undefined; ids: Ids };

const STRANGER: Asking = { userProfileId: "unknown", organizationId: null, isWriter: true };

/** The callers of a column; some columns have several kinds. */
const ASKERS: Record<Column, (callName?: string) => Promise<Requester[]>> = {
  anonymous: async () => [{ asking: STRANGER, token: undefined, ids: other }],
  "expired or forged token": async () =>
    (await makeBadTokens(app)).map((token) => ({ asking: STRANGER, token, ids: other })),
  "no profile": async (callName) => {
    const person = await makePerson(app.db, { hasProfile: false });
    const ids = { ...other, ...(await makeOwnRecords(app, person, callName)) };
    return [{ asking: STRANGER, token: await app.signInAs(person), ids }];
  },
  "member of nothing": async (callName) => {
    const nowhere = await makePerson(app.db, { organization: null });
    const removed = await makePerson(app.db, { permission: null });
    return Promise.all([nowhere, removed].map((person) => withNothing(person, callName)));
  },
  "no required factor": async (callName) => {
    const person = await makePerson(app.db);
    const requester = await withRecords(person, callName);
    const of = eq(organizations.organizationId, requester.ids.organizationId);
    // With the passkey of their records they would lack no factor.
    if (callName === undefined) await app.db.delete(passkeys).where(eq(passkeys.userId, person.authUserId));
    await app.db.update(organizations).set({ requiresFactor: true }).where(of);
    return [requester];
  },
  "unverified organization": async (callName) => {
    const organization = await makeOrganization(app.db, { status: "INACTIVE" });
    return [await withRecords(await makePerson(app.db, { organization }), callName)];
  },
  reader: async (callName) => {
    const owner = await makePerson(app.db);
    const { colleague, ...ids } = await makeRecordsFor(owner, callName);
    const { notificationId } = await makeNotification(app.db, colleague);
    const asking = { ...colleague, isWriter: false };
    const own = await makeOwnRecords(app, colleague, callName);
    return [{ asking, token: await app.signInAs(colleague), ids: { ...ids, ...own, notificationId } }];
  },
  writer: async (callName) => [await withRecords(await makePerson(app.db), callName)],
  "writer with a role": async (callName) => {
    const person = await makePerson(app.db, { profile: { adminRole: "viewer" } });
    return [await withRecords(person, callName)];
  },
  "another organization's writer": async (callName) => {
    const requester = await withRecords(await makePerson(app.db), callName);
    return [{ ...requester, ids: other }];
  },
  viewer: async (callName) => [await withNothing(await makeAdmin(app.db, "viewer"), callName)],
  editor: async (callName) => [await withNothing(await makeAdmin(app.db, "editor"), callName)],
  owner: async (callName) => [await withNothing(await makeAdmin(app.db, "owner"), callName)],
};

/** Callers are reused; a call that may change something gets callers of its own. */
const known = new Map<Column, Promise<Requester[]>>();
function askersOf(column: Column, changingCall: string | null): Promise<Requester[]> {
  if (changingCall !== null) return ASKERS[column](changingCall);
  const askers = known.get(column) ?? ASKERS[column]();
  known.set(column, askers);
  return askers;
}

function makeRecordsFor(owner: TestPerson, callName?: string) {
  return callName ? makeRecordsOf(callName, app, owner) : makeRecords(app, owner);
}

async function withRecords(person: TestPerson, callName?: string): Promise<Requester> {
  const { colleague: _, ...ids } = await makeRecordsFor(person, callName);
  return { asking: { ...person, isWriter: true }, token: await app.signInAs(person), ids };
}

/** A caller with notifications of their own and nothing else. */
async function withNothing(person: TestPerson, callName?: string): Promise<Requester> {
  const { userProfileId } = person;
  const { notificationId } = await makeNotification(app.db, {
    userProfileId,
    organizationId: other.organizationId,
  });
  return {
    asking: { userProfileId, organizationId: null, isWriter: false },
    token: await app.signInAs(person),
    // An admin may delete these.
    ids: { ...other, ...(await makeOwnRecords(app, person, callName)), notificationId },
  };
}

/**
 * An allowed caller may have to re-authenticate, cannot remove a required factor, uses their own setup, joins no
 * other side, and adds no issuer that does not answer.
 */
const BEHIND_THE_DOOR = [
  "step-up",
  "wrong-passkey",
  "last-factor",
  "setup-over",
  "works-for-company",
  "issuer-failed",
];

function check(answer: { status: number; text: string }, outcome: Outcome): void {
  if (outcome.status === 200 && answer.status !== 200) {
    expect(BEHIND_THE_DOOR, answer.text).toContain(JSON.parse(answer.text).error.details?.reason);
    return;
  }
  expect(answer.status, answer.text).toBe(outcome.status);
  const { data, error, ...rest } = JSON.parse(answer.text);
  if (outcome.reason) {
    expect(error.details?.reason ?? error.code).toBe(outcome.reason);
    expect(error.code).toBe(outcome.status === 401 ? "unauthenticated" : "forbidden");
    expect(error.message).toMatch(/^[A-Z].*\.$/);
    // A change checks access again inside, with another message: a refused caller does not get that far.
    expect(error.message).not.toContain("has just");
    expect({ data, ...rest }).toEqual({ data: undefined });
  }
  if (outcome.rows === "none") expect(data).toEqual([]);
  if (outcome.rows === "own") {
    const ofOthers = Object.values(other).filter((id) => typeof id === "string");
    for (const id of ofOthers) expect(answer.text).not.toContain(id);
  }
}

describe.each(Object.entries(CALLS))("%s", (name, call) => {
  test.each(columns())("API-1 API-3 API-5 %s", async (column) => {
    const outcome = outcomeOf(call, column);
    const mayChange = !call.isReading && outcome.status === 200;
    for (const { asking, token, ids } of await askersOf(column, mayChange ? name : null)) {
      check(await sendPointed(app, call, pointAt(name, ids, asking), token), outcome);
    }
  });
});

/** Valid bodies without a key that opens anything. */
const BODIES: Record<string, object> = {
  "/api/auth/sign-in/email": { password: "not-their-password" },
  "/api/auth/sign-in/passkey": new PasskeyDevice().use(
    { challenge: "", rpId: "localhost" },
    { userHandle: "unknown" },
  ),
  "/api/auth/email-otp/reset-password": { otp: "000000", password: "another-password" },
  "/api/auth/email-otp/send-verification-otp": { type: "email-verification" },
  "/api/auth/email-otp/verify-email": { otp: "000000" },
  "/api/auth/issuer/finish": { callback: "?code=unknown&state=unknown" },
};

describe.each(OTHER_ROUTES)("$method $path", (route) => {
  test.each(columns())("API-5 %s", async (column) => {
    await app.db.delete(rateLimits);
    for (const { token, ids } of await askersOf(column, null)) {
      const path = route.path.replace(/\{\w+\}/, ids.uniqueDocumentId);
      const body = { email: `${unique("unknown")}@example.test`, ...BODIES[route.path] };
      const isUpload = route.path === UPLOAD_PATH;
      const response = await app.rawRequest(`${route.method} ${path}`, {
        ...(token !== undefined && { token }),
        ...(route.method === "POST" && { body: isUpload ? image : body }),
        ...(isUpload && { headers: { "content-type": "application/octet-stream" } }),
      });
      expect(response.status).toBe(outcomeOfOther(route, column).status);
      await response.body?.cancel();
    }
  });
});
