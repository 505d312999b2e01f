import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { confirmEmail } from "#contract/account.ts";
import { changeEmail, resetFactor } from "#contract/admin/people.ts";
import { endPermission, inviteMember } from "#contract/admin/permissions.ts";
import { approveDocument } from "#contract/documents.ts";
import { acceptInvitation, acceptInvitationAsSignedIn } from "#contract/invitations.ts";
import { listPermissions, listPermissionsOfOrganization, unblockDecisions } from "#contract/permissions.ts";
import { formatDateTime } from "#domain/format.ts";
import { accessRecords } from "#server/schema/access-records.ts";
import { userProfiles } from "#server/schema/account.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { evidenceEvents } from "#server/schema/evidence.ts";
import { secondFactors } from "#server/schema/identity.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { runCommand } from "#server/start/run-command.ts";
import { verifyEvidence } from "#server/verification/verify-evidence.ts";
import type { Refusal } from "#tests/support/api-client.ts";
import { decisionsOf } from "#tests/support/decisions-of.ts";
import {
  makeAdmin,
  makeOrganization,
  makePermission,
  makePerson,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { mailedCode, mailedLinkIn } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { pausedBefore } from "#tests/support/paused-before.ts";
import { PROVED } from "#tests/support/proved.ts";
import { untilWaiting } from "#tests/support/until-waiting.ts";

// How the company could accept for its client, step by step, and what meets each step.

const app = await startTestApp();
const owner = await makeAdmin(app.db, "owner");
afterEach(() => vi.restoreAllMocks());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HELD = { status: 403, details: { reason: "decisions-held" } };
const PASSWORD = "a-long-password-of-mine";

/** The token of the newest mail to this address that leads to this page. */
async function tokenMailedTo(email: string, page: "confirm-email" | "invitation"): Promise<string> {
  return vi.waitFor(async () => {
    const [address, token = ""] = (await mailedLinkIn(app.deps.env.dataDir, email)).split("#");
    expect(address).toContain(`/${page}`);
    return token;
  }, 30_000);
}

/** From now on the portal's clock is so far ahead. */
function goOn(ms: number): void {
  vi.spyOn(app.deps, "clock").mockImplementation(() => new Date(Date.now() + ms));
}

async function changeEmailOf({ userProfileId }: TestPerson, as = owner): Promise<string> {
  const newEmail = `${unique("puppet")}@example.test`;
  await app.request(changeEmail, { as, ...PROVED, params: { id: userProfileId }, body: { newEmail } });
  await app.request(confirmEmail, { body: { token: await tokenMailedTo(newEmail, "confirm-email") } });
  return newEmail;
}

async function addFactor({ authUserId }: TestPerson): Promise<void> {
  const row = {
    userId: authUserId,
    sealedSecret: "sealed",
    lastStep: 0,
    backupCodes: [],
    createdAt: new Date(),
  };
  await app.db.insert(secondFactors).values(row);
}

const permissionOf = async (as: TestPerson, { userProfileId }: TestPerson, organizationId: string) =>
  (await app.request(listPermissionsOfOrganization, { as, params: { organizationId } })).find(
    ({ userId }) => userId === userProfileId,
  );

async function lift(as: TestPerson, held: TestPerson, organizationId = held.organizationId) {
  const permission = await permissionOf(as, held, organizationId);
  return {
    as,
    params: { organizationPermissionId: permission?.organizationPermissionId ?? "" },
    body: { until: permission?.decisionRefusal?.until ?? new Date().toISOString() },
  };
}

test("FIELD-2 an owner who takes over a writer's email cannot accept for a day, and sees until when", async () => {
  const ada = await makePerson(app.db);
  const { id, approve, refusals } = await decisionsOf(app, ada);
  const email = await changeEmailOf(ada);
  const post = (path: string, body: object) => app.rawRequest(`POST /api/auth/${path}`, { body });
  await post("email-otp/request-password-reset", { email });
  const otp = await mailedCode(app, email);
  expect((await post("email-otp/reset-password", { email, otp, password: PASSWORD })).status).toBe(200);
  const signedIn = (await (await post("sign-in/email", { email, password: PASSWORD })).json()) as {
    token: string;
  };
  const answer = await app.rawRequest("GET /api/auth/token", { token: signedIn.token });
  const { token } = (await answer.json()) as { token: string };

  const [changed] = await app.db
    .select()
    .from(accessRecords)
    .where(eq(accessRecords.organizationId, ada.organizationId))
    .orderBy(accessRecords.at)
    .then((rows) => rows.filter(({ kind }) => kind === "change-email"));
  const until = new Date((changed?.at.getTime() ?? 0) + DAY_MS).toISOString();
  for (const refused of await refusals({ token })) {
    expect(refused).toMatchObject({ ...HELD, details: { reason: "decisions-held", until } });
    expect(refused.message).toContain(`until ${formatDateTime(until, "Australia/Sydney")}`);
  }
  expect(await app.request(listPermissions, { token })).toMatchObject([
    { decisionRefusal: { reason: "decisions-held", until } },
  ]);

  goOn(DAY_MS - HOUR_MS);
  expect(await app.refusal(approveDocument, await approve({ token }))).toMatchObject(HELD);
  goOn(DAY_MS);
  expect(await app.request(listPermissions, { token })).toMatchObject([{ decisionRefusal: null }]);
  expect(await app.request(approveDocument, await approve({ token }))).toMatchObject({
    uniqueDocumentId: id,
    status: "APPROVED",
  });
});

test("FIELD-2 another writer lifts the hold for their organization, with an event; no one else can", async () => {
  const ada = await makePerson(app.db);
  const { organizationId } = ada;
  const organization = { organizationId };
  const second = await makeOrganization(app.db);
  await makePermission(app.db, {
    userId: ada.userProfileId,
    organizationId: second.organizationId,
    permissionType: "write",
  });
  const colleague = await makePerson(app.db, { organization });
  const reader = await makePerson(app.db, { organization, permission: "read" });
  const both = await makePerson(app.db, { organization, profile: { adminRole: "owner" } });
  const held = await makePerson(app.db, { organization });
  await changeEmailOf(held);
  const { approve } = await decisionsOf(app, ada);
  await changeEmailOf(ada);

  const refused = async (as: TestPerson) =>
    (await app.refusal(unblockDecisions, await lift(as, ada))).details?.reason;
  expect(await refused(ada)).toBe("decisions-held");
  expect(await refused(held)).toBe("decisions-held");
  expect(await refused(both)).toBe("works-for-company");
  expect(await refused(reader)).toBe("read-only");
  const stranger = await makePerson(app.db);
  const asked = await lift(colleague, ada);
  expect(await app.refusal(unblockDecisions, { ...asked, as: stranger })).toMatchObject({ status: 404 });
  const old = { ...asked, body: { until: new Date().toISOString() } };
  expect(await app.refusal(unblockDecisions, old)).toMatchObject({
    details: { reason: "changed-meanwhile" },
  });
  expect(await app.refusal(approveDocument, await approve({ as: ada }))).toMatchObject(HELD);

  expect(await app.request(unblockDecisions, asked)).toMatchObject({
    userId: ada.userProfileId,
    decisionRefusal: null,
  });
  expect(await app.refusal(unblockDecisions, asked)).toMatchObject({ details: { reason: "not-held" } });
  const [record] = (
    await app.db.select().from(accessRecords).where(eq(accessRecords.organizationId, organizationId))
  ).filter(({ kind }) => kind === "lift-hold");
  expect(record).toMatchObject({
    userProfileId: ada.userProfileId,
    actorUserProfileId: colleague.userProfileId,
    actorSide: "organization",
    isOutsideChain: false,
  });
  const event = eq(evidenceEvents.subjectId, record?.accessRecordId ?? "");
  expect(await app.db.select().from(evidenceEvents).where(event)).toMatchObject([
    { kind: "access.lift-hold", chain: organizationId },
  ]);
  const permissionId = asked.params.organizationPermissionId;
  expect(
    await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, permissionId)),
  ).toMatchObject([{ action: "permission.lift-hold", userProfileId: colleague.userProfileId }]);
  await app.request(approveDocument, await approve({ as: ada }));
  // The other organization has lifted nothing.
  const [, other] = (await app.request(listPermissions, { as: ada })).toSorted((one) =>
    one.organizationId === organizationId ? -1 : 1,
  );
  expect(other).toMatchObject({ decisionRefusal: { reason: "decisions-held" } });
});

test("FIELD-2 granting access again, another change and an invitation do not shorten a hold; a change after the lift starts one", async () => {
  const ada = await makePerson(app.db);
  const { organizationId } = ada;
  const colleague = await makePerson(app.db, { organization: { organizationId } });
  const { approve } = await decisionsOf(app, ada);
  const first = await permissionOf(colleague, ada, organizationId);
  const removal = { as: owner, params: { id: first?.organizationPermissionId ?? "" } };
  // Removed first, changed while without an organization, and granted access again.
  await app.request(endPermission, removal);
  const email = await changeEmailOf(ada);
  const userDetails = { firstName: "Ada", lastName: "Byron", email };
  const body = { userDetails, permissionType: "write" as const };
  await app.request(inviteMember, { as: owner, params: { id: organizationId }, body });
  await app.request(acceptInvitationAsSignedIn, {
    as: ada,
    body: { token: await tokenMailedTo(email, "invitation") },
  });
  const blockEnds = async () =>
    (await permissionOf(colleague, ada, organizationId))?.decisionRefusal?.until ?? null;
  const until = await blockEnds();
  expect(until).not.toBeNull();
  expect(await app.refusal(approveDocument, await approve({ as: ada }))).toMatchObject(HELD);
  goOn(HOUR_MS);
  await changeEmailOf(ada);
  expect(Date.parse((await blockEnds()) ?? "")).toBeGreaterThan(Date.parse(until ?? "") + HOUR_MS / 2);
  await app.request(unblockDecisions, await lift(colleague, ada));
  expect(await blockEnds()).toBeNull();
  await changeEmailOf(ada);
  expect(await app.refusal(approveDocument, await approve({ as: ada }))).toMatchObject(HELD);
});

test("FIELD-2 resetting a factor by an owner or the command line holds decisions; a person without a factor, and an owner's own email, are not held", async () => {
  const [ada, ben, cleo] = [await makePerson(app.db), await makePerson(app.db), await makePerson(app.db)];
  await addFactor(ada);
  await addFactor(ben);
  const reset = ({ userProfileId: id }: TestPerson) =>
    app.request(resetFactor, { as: owner, ...PROVED, params: { id } });
  const until = async ({ userProfileId, organizationId }: TestPerson) => {
    const colleague = await makePerson(app.db, { organization: { organizationId } });
    return (await permissionOf(colleague, { ...ada, userProfileId }, organizationId))?.decisionRefusal?.until;
  };
  expect(await reset(ada)).toEqual({ wasOn: true });
  expect(await until(ada)).toBeTruthy();
  const command = { command: "reset-factor", email: ben.email } as const;
  await runCommand(app.deps, app.baseUrl)(command, () => {});
  expect(await until(ben)).toBeTruthy();
  expect(await reset(cleo)).toEqual({ wasOn: false });
  expect(await until(cleo)).toBeUndefined();

  // Like an owner of an older version, who has both, changes their own email, and then gives up the role.
  const both = await makePerson(app.db, { profile: { adminRole: "owner" } });
  await changeEmailOf(both, both);
  await app.db
    .update(userProfiles)
    .set({ adminRole: null })
    .where(eq(userProfiles.userProfileId, both.userProfileId));
  const { approve } = await decisionsOf(app, both);
  await app.request(approveDocument, await approve({ as: both }));
});

test("FIELD-2 a writer whom the company invites may accept at once", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const email = `${unique("invited")}@example.test`;
  const userDetails = { firstName: "Grace", lastName: "Hopper", email };
  const body = { userDetails, permissionType: "write" as const };
  await app.request(inviteMember, { as: owner, params: { id: organizationId }, body });
  const names = { firstName: "Grace", lastName: "Hopper", password: PASSWORD };
  await app.request(acceptInvitation, {
    body: { token: await tokenMailedTo(email, "invitation"), ...names },
  });
  const [grace] = await app.db.select().from(userProfiles).where(eq(userProfiles.email, email));
  const person = { authUserId: grace?.authUserId ?? "", userProfileId: grace?.userProfileId ?? "" };
  const as = { ...person, email, password: PASSWORD, organizationId };
  const { approve } = await decisionsOf(app, as);
  await app.request(approveDocument, await approve({ as }));
});

test("FIELD-2 two owners at once, one changing the email and one resetting the factor: both are recorded, with one hold", async () => {
  const ada = await makePerson(app.db);
  const another = await makeAdmin(app.db, "owner");
  await addFactor(ada);
  const newEmail = `${unique("puppet")}@example.test`;
  const params = { id: ada.userProfileId };
  await app.request(changeEmail, { as: owner, ...PROVED, params, body: { newEmail } });
  const token = await tokenMailedTo(newEmail, "confirm-email");
  await Promise.all([
    app.request(confirmEmail, { body: { token } }),
    app.request(resetFactor, { as: another, ...PROVED, params }),
  ]);
  const isTheirs = eq(accessRecords.userProfileId, ada.userProfileId);
  const records = await app.db.select().from(accessRecords).where(isTheirs);
  expect(records.map(({ kind }) => kind).toSorted()).toEqual([
    "change-email",
    "request-email",
    "reset-factor",
  ]);
  const newest = Math.max(
    ...records.filter(({ kind }) => kind !== "request-email").map(({ at }) => at.getTime()),
  );
  const colleague = await makePerson(app.db, { organization: { organizationId: ada.organizationId } });
  const held = await permissionOf(colleague, ada, ada.organizationId);
  expect(held?.decisionRefusal).toEqual({
    reason: "decisions-held",
    until: new Date(newest + DAY_MS).toISOString(),
  });
});

test("FIELD-2 a person in forty organizations whose email changes is held in each, and lifted in one at a time", async () => {
  const ada = await makePerson(app.db);
  const { userProfileId: userId } = ada;
  for (let more = 1; more < 40; more += 1) {
    const { organizationId } = await makeOrganization(app.db);
    await makePermission(app.db, { userId, organizationId, permissionType: "write" });
  }
  await changeEmailOf(ada);
  const permissions = () => app.request(listPermissions, { as: ada });
  const held = (await permissions()).filter(({ decisionRefusal }) => decisionRefusal !== null);
  expect(held).toHaveLength(40);
  const chains = (await app.db.select().from(accessRecords).where(eq(accessRecords.userProfileId, userId)))
    .filter(({ kind }) => kind === "change-email")
    .map(({ organizationId }) => organizationId);
  expect(new Set(chains).size).toBe(40);
  const colleague = await makePerson(app.db, { organization: { organizationId: ada.organizationId } });
  await app.request(unblockDecisions, await lift(colleague, ada));
  const still = (await permissions()).filter(({ decisionRefusal }) => decisionRefusal !== null);
  expect(still.map(({ organizationId }) => organizationId)).not.toContain(ada.organizationId);
  expect(still).toHaveLength(39);
});

test("FIELD-2 a reset during an acceptance: the acceptance is wholly before it, or refused", async () => {
  // The change has begun: it locks the person, and waits for the end of the chain. The acceptance waits for the person.
  const ada = await makePerson(app.db);
  const { approve } = await decisionsOf(app, ada);
  const asked = await approve({ as: ada });
  const newEmail = `${unique("puppet")}@example.test`;
  const change = { params: { id: ada.userProfileId }, body: { newEmail } };
  await app.request(changeEmail, { as: owner, ...PROVED, ...change });
  const token = await tokenMailedTo(newEmail, "confirm-email");
  let refused: Promise<Refusal> | undefined;
  await pausedBefore(
    app,
    "evidence_heads",
    1,
    () => [app.request(confirmEmail, { body: { token } })],
    async () => {
      refused = app.refusal(approveDocument, asked);
      await untilWaiting(app, 2);
    },
    "exclusive",
  );
  expect(await refused).toMatchObject(HELD);

  // The acceptance has begun: it locks the person, and the reset waits for it.
  const ben = await makePerson(app.db);
  await addFactor(ben);
  const second = await decisionsOf(app, ben);
  const accepting = await second.approve({ as: ben });
  const params = { id: ben.userProfileId };
  const answers = await Promise.allSettled([
    app.request(approveDocument, accepting),
    app.request(resetFactor, { as: owner, ...PROVED, params }),
  ]);
  expect(answers[1].status).toBe("fulfilled");
  const isDecided = answers[0].status === "fulfilled";
  const events = await app.db
    .select()
    .from(evidenceEvents)
    .where(eq(evidenceEvents.chain, ben.organizationId))
    .orderBy(evidenceEvents.position);
  const kinds = events.map(({ kind }) => kind).filter((kind) => /approve|reset/.test(kind));
  expect(kinds).toEqual(isDecided ? ["document.approve", "access.reset-factor"] : ["access.reset-factor"]);
});

test("FIELD-2 after all of this every event matches its record", async () => {
  expect(await app.db.$count(organizationPermissions)).toBeGreaterThan(0);
  const outcome = await verifyEvidence(app.deps, () => {});
  expect(outcome).toMatchObject({ isGood: true });
});
