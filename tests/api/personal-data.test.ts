import { existsSync } from "node:fs";
import { eq, getTableName, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { expect, test, vi } from "vitest";
import { confirmEmail, exportOwnData, updateProfile } from "#contract/account.ts";
import {
  changeAdminRole,
  changeEmail,
  endEmailChange,
  erasePerson,
  exportPerson,
  getPerson,
  previewErasure,
  removePerson,
} from "#contract/admin/people.ts";
import { changePermission } from "#contract/admin/permissions.ts";
import { signGeneralDocument } from "#contract/agreements.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { listPermissions } from "#contract/permissions.ts";
import {
  type ErasureOutcome,
  PERSONAL_DATA_OUTCOMES,
  type PersonalDataName,
} from "#domain/account/personal-data.ts";
import { pathOfFile } from "#server/files/local-file-store.ts";
import { PERSONAL_DATA } from "#server/people/personal-data.ts";
import { userProfiles } from "#server/schema/account.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { files } from "#server/schema/files.ts";
import { invitations } from "#server/schema/invitations.ts";
import { mails } from "#server/schema/mail.ts";
import { notifications } from "#server/schema/notifications.ts";
import { documentOpenings } from "#server/schema/openings.ts";
import { notes } from "#server/schema/organizations.ts";
import { verifyEvidence } from "#server/verification/verify-evidence.ts";
import {
  makeAdmin,
  makeNotification,
  makePerson,
  makeQuote,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { mailedToken } from "#tests/support/mailed-code.ts";
import { openSession, startTestApp } from "#tests/support/make-app.ts";
import { asIntruder } from "#tests/support/past-triggers.ts";
import { PROVED } from "#tests/support/proved.ts";
import { makeSigning, readPdfAt, signaturesOf, signingBody } from "#tests/support/signing.ts";

const app = await startTestApp();
const owner = await makeAdmin(app.db, "owner");

const ownRequest = (as: TestPerson) => ({ as, body: { requestId: v7() } });

type Exported = { export: Record<string, unknown> } & Record<PersonalDataName, Record<string, unknown>[]>;

async function read(uri: string) {
  const answer = await app.rawRequest(`GET ${uri}`);
  const text = await answer.text();
  return { uri, answer, text, data: answer.status === 200 ? (JSON.parse(text) as Exported) : null };
}

/** Wren Alder of Harbour Coffee Roasters, who has accepted, signed, opened, and been notified and mailed. */
async function makeBusyPerson() {
  const { organization, writer, documentId } = await makeSigning(app);
  const { organizationId } = organization;
  const { document } = await makeQuote(app.db, { organizationId });
  const params = { id: document.uniqueDocumentId };
  const { contentHash } = await app.request(getDocument, { as: writer, params });
  const body = { uniqueDocumentId: params.id, status: "APPROVED" as const, contentHash };
  await app.request(approveDocument, { as: writer, params, body });
  await app.request(signGeneralDocument, { as: writer, body: signingBody(writer, documentId) });
  await makeNotification(app.db, { userProfileId: writer.userProfileId, organizationId });
  const now = new Date();
  await app.db.insert(documentOpenings).values({
    documentOpeningId: unique("opening"),
    uniqueDocumentId: params.id,
    organizationId,
    userProfileId: writer.userProfileId,
    what: "page",
    firstAt: now,
    lastAt: now,
    times: 1,
  });
  const token = "t0ken_".padEnd(43, "x");
  await app.db.insert(mails).values({
    mailId: unique("mail"),
    recipient: writer.email.toUpperCase(),
    subject: "Hello Wren",
    text: `Open https://portal.example/read/${token}`,
    html: `<a href="https://portal.example/read/${token}">`,
    sentAt: now,
  });
  await app.db.insert(invitations).values({
    invitationId: unique("invitation"),
    tokenHash: unique("secret-hash"),
    email: writer.email,
    adminRole: "viewer",
    sentAt: now,
    expiresAt: now,
    endedAt: now,
  });
  const session = await openSession(app.deps, writer);
  const colleague = await makePerson(app.db, { organization });
  const pdf = async () =>
    (await app.request(getDocument, { as: colleague, params })).documentSnapshots[0]?.uri;
  await expect.poll(pdf).toBeDefined();
  const copies = async () => (await signaturesOf(app, documentId)).every(({ fileId }) => fileId !== null);
  await expect.poll(copies).toBe(true);
  return { writer, colleague, params, pdf, session, token, organizationId };
}

test("RUN-3 an owner downloads everything that is stored of a person as JSON, without secrets, and the activity notes it", async () => {
  const { writer, colleague, params, session, token } = await makeBusyPerson();
  const id = writer.userProfileId;
  const { uri } = await app.request(exportPerson, { as: owner, params: { id }, ...PROVED });
  const { answer, text, data } = await read(uri);
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; .*personal-data-\d{4}-\d\d-\d\d\.json$/,
  );
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  expect(Object.keys(data ?? {}).toSorted()).toEqual(
    ["export", ...Object.keys(PERSONAL_DATA_OUTCOMES)].toSorted(),
  );
  expect(data).toMatchObject({
    export: { company: "Ember & Oak Digital" },
    profile: [{ first_name: "Wren", last_name: "Alder", email: writer.email }],
    signIn: [{ email: writer.email }],
    memberships: [{ permission_type: "write" }],
    decisions: [{ unique_document_id: params.id, user_email: writer.email, decision: "APPROVED" }],
    signatures: [{ user_email: writer.email }],
    openings: [{ unique_document_id: params.id }],
    invitations: [{ email: writer.email }],
  });
  expect(data?.sessions.length).toBeGreaterThan(0);
  expect(data?.notifications.length).toBeGreaterThan(0);
  expect(data?.activity.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["document.approve", "agreement.sign", "person.export"]),
  );
  expect(data?.emails.map(({ text: mailed }) => mailed)).toContain(
    "Open https://portal.example/read/[removed]",
  );
  const hashes = await asIntruder(
    app,
    'select token as of, password as of2 from session, account where account."userId" = $1',
    [writer.authUserId],
  );
  const secrets = hashes.flatMap((row) => Object.values(row as Record<string, string>));
  expect(secrets.length).toBeGreaterThan(0);
  for (const secret of [...secrets, session, token, "secret-hash", colleague.email])
    expect(text).not.toContain(secret);

  const noted = await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, id));
  expect(noted.find(({ action }) => action === "person.export")).toMatchObject({
    userProfileId: owner.userProfileId,
    isByCompany: true,
  });
});

test("RUN-3 a person downloads their own data alone, and a link is for one person and one minute", async () => {
  const [ada, eve] = [await makePerson(app.db), await makePerson(app.db)];
  const { uri } = await app.request(exportOwnData, ownRequest(ada));
  const { data, text } = await read(uri);
  expect(data?.profile).toMatchObject([{ user_profile_id: ada.userProfileId }]);
  expect(data?.activity).toMatchObject([{ action: "profile.export", user_profile_id: ada.userProfileId }]);
  expect(text).not.toContain(eve.email);
  expect((await read(uri.replace(ada.userProfileId, eve.userProfileId))).answer.status).toBe(403);
  const past = app.deps.links.sign(`own-data/${ada.userProfileId}`, new Date(Date.now() - 61_000));
  expect((await read(past)).answer.status).toBe(403);
});

test("RUN-3 a client's own export has no row of the company's people, even with an owner's name and mails about them", async () => {
  const colleague = await makePerson(app.db, {
    organization: null,
    profile: { adminRole: "owner", firstName: "Olive", lastName: "Warden" },
  });
  const client = await makePerson(app.db);
  const { organizationId, userProfileId: id } = client;
  const note = unique("note");
  const now = new Date();
  await app.db
    .insert(notes)
    .values({ noteId: note, organizationId, text: "Pays late", writtenBy: "Olive Warden", writtenAt: now });
  const mailed = { subject: "Two-step sign-in is off", text: "Olive turned it off", html: "", sentAt: now };
  await app.db.insert(mails).values([
    { ...mailed, mailId: unique("mail"), recipient: colleague.email, aboutId: id },
    { ...mailed, mailId: unique("mail"), recipient: client.email, aboutId: id },
  ]);
  const [membership] = await app.request(listPermissions, { as: client });
  await app.request(changePermission, {
    as: colleague,
    params: { id: membership?.organizationPermissionId ?? "" },
    body: { permissionType: "read" },
  });
  const renamed = { firstName: "Olive", lastName: "Warden" };
  await app.request(updateProfile, { as: client, body: renamed });

  const own = await read((await app.request(exportOwnData, ownRequest(client))).uri);
  expect(own.data?.profile).toMatchObject([{ first_name: "Olive" }]);
  expect(own.data?.notes).toEqual([]);
  expect(own.data?.changesOfAccess).toHaveLength(1);
  expect(own.data?.emails.map(({ recipient, subject }) => [recipient, subject])).toEqual(
    expect.arrayContaining([
      [null, null],
      [client.email, mailed.subject],
    ]),
  );
  expect(own.text).not.toContain(note);
  expect(own.text).not.toContain(colleague.email);
  // Neither link works as the other.
  expect((await read(own.uri.replace("own-data", "person-data"))).answer.status).toBe(403);

  // A colleague's own export, and an owner's, find what the colleague wrote.
  const { uri } = await app.request(exportOwnData, ownRequest(colleague));
  expect((await read(uri)).data?.notes).toMatchObject([{ note_id: note }]);
  const ofOwner = await app.request(exportPerson, {
    as: owner,
    params: { id: colleague.userProfileId },
    ...PROVED,
  });
  expect((await read(ofOwner.uri)).data?.notes).toMatchObject([{ note_id: note }]);
});

test("RUN-3 only owners take or erase a person's data, and an unknown person is missing", async () => {
  const { userProfileId: id } = await makePerson(app.db);
  const editor = await makeAdmin(app.db, "editor");
  const reader = await makePerson(app.db);
  for (const call of [exportPerson, erasePerson, previewErasure]) {
    for (const as of [editor, reader])
      expect((await app.refusal(call, { as, params: { id }, ...PROVED })).status).toBe(403);
    const none = { id: "01980000-0000-7000-8000-00000000beef" };
    expect((await app.refusal(call, { as: owner, params: none, ...PROVED })).status).toBe(404);
  }
});

test("RUN-3 the company's people are not erased: neither the caller, nor the last owner, nor a colleague with a role", async () => {
  const colleague = await makeAdmin(app.db, "viewer");
  for (const { userProfileId: id } of [owner, colleague])
    for (const call of [erasePerson, previewErasure])
      expect(await app.refusal(call, { as: owner, params: { id }, ...PROVED })).toMatchObject({
        status: 409,
        details: { reason: "has-role" },
      });
  await app.request(changeAdminRole, {
    as: owner,
    params: { id: colleague.userProfileId },
    body: { adminRole: null },
    ...PROVED,
  });
  await app.request(erasePerson, { as: owner, params: { id: colleague.userProfileId }, ...PROVED });
});

test("RUN-3 the preview lists what is found, and erasing does to each what it says, in one step, with the evidence intact", async () => {
  const { writer, colleague, params, pdf, organizationId } = await makeBusyPerson();
  const id = writer.userProfileId;
  const isOfOrganization = eq(files.organizationId, organizationId);
  const before = (await pdf()) ?? "";
  const preview = await app.request(previewErasure, { as: owner, params: { id } });
  expect(preview).toMatchObject({ emails: [writer.email], pdfs: 2 });
  const found = new Map(preview.found.map(({ name, count }) => [name, count]));
  expect(Object.fromEntries(found)).toMatchObject({
    profile: 1,
    decisions: 1,
    signatures: 1,
    openings: 1,
    invitations: 1,
  });
  const { uri } = await app.request(exportPerson, { as: owner, params: { id }, ...PROVED });
  const { data } = await read(uri);

  const stored = await app.db.select({ sha256: files.sha256 }).from(files).where(isOfOrganization);
  expect(stored).toHaveLength(2);
  // The disk fails once. What is erased is erased all the same, and the PDFs go a moment later.
  vi.spyOn(app.deps.files, "remove").mockRejectedValueOnce(new Error("The disk fails."));
  const erased = await app.request(erasePerson, { as: owner, params: { id }, ...PROVED });
  expect(erased).toMatchObject({ decisions: 1, signatures: 1 });
  const { dataDir } = app.deps.env;
  const areStored = () => stored.map(({ sha256 }) => existsSync(pathOfFile(dataDir, sha256)));
  await expect.poll(areStored).toEqual([false, false]);
  vi.restoreAllMocks();
  expect((await app.refusal(getPerson, { as: owner, params: { id } })).status).toBe(404);
  expect((await verifyEvidence(app.deps, () => undefined)).message).toMatch(/^Intact: /);

  for (const [name, outcome] of Object.entries(PERSONAL_DATA_OUTCOMES) as [
    PersonalDataName,
    ErasureOutcome,
  ][]) {
    const rows = PERSONAL_DATA.find((one) => one.name === name);
    const all = await asIntruder(
      app,
      `select to_jsonb(one)::text as row from "${getTableName(rows?.table ?? userProfiles)}" one`,
    );
    const left = all
      .map((one) => (one as { row: string }).row)
      .filter((row) => row.includes(writer.email) || (row.includes(id) && /Wren|Alder/.test(row)));
    // What was mailed and reported to others stays as it was.
    const isToOthers = name === "emails" || name === "notifications";
    if (outcome !== "named" && !isToOthers) expect(left, name).toEqual([]);
    if (outcome === "removed") expect(found.get(name) ?? 0, name).toBe(data?.[name].length);
  }
  const toThem = eq(sql`lower(${mails.recipient})`, writer.email);
  expect(await app.db.$count(mails, toThem)).toBe(0);
  expect(await app.db.$count(notifications, eq(notifications.userProfileId, id))).toBe(0);
  expect((await app.rawRequest(`GET ${before}`)).status).toBe(403);
  await expect.poll(pdf).toBeDefined();
  const { text } = await readPdfAt(app, (await pdf()) ?? "");
  expect(text).toContain("Removed person");
  expect(text).not.toMatch(/Wren|Alder/);
  expect((await app.request(getDocument, { as: colleague, params })).status).toBe("APPROVED");
});

async function requestEmail({ userProfileId: id }: TestPerson, newEmail: string) {
  await app.request(changeEmail, { as: owner, params: { id }, body: { newEmail }, ...PROVED });
}

async function moveTo(person: TestPerson, newEmail: string) {
  await requestEmail(person, newEmail);
  const token = await mailedToken(app, newEmail);
  await app.request(confirmEmail, { body: { token } });
}

/** Bob Reed with this email, who has accepted a document and signed terms. */
async function makeBob(email: string) {
  const { organization, documentId } = await makeSigning(app);
  const { organizationId } = organization;
  const profile = { email, firstName: "Bob", lastName: "Reed" };
  const bob = await makePerson(app.db, { organization, profile });
  const { document } = await makeQuote(app.db, { organizationId });
  const params = { id: document.uniqueDocumentId };
  const { contentHash } = await app.request(getDocument, { as: bob, params });
  const body = { uniqueDocumentId: params.id, status: "APPROVED" as const, contentHash };
  await app.request(approveDocument, { as: bob, params, body });
  await app.request(signGeneralDocument, { as: bob, body: signingBody(bob, documentId) });
  return bob;
}

const recordsOf = async ({ userProfileId }: TestPerson) => {
  const find = (table: string, name: string) =>
    asIntruder(app, `select ${name} as name from ${table} where user_profile_id = $1`, [userProfileId]);
  return [
    ...(await find("document_decisions", "user_name")),
    ...(await find("signed_general_documents", "user_first_name || ' ' || user_last_name")),
  ];
};
const BOTH_OF_BOB = [{ name: "Bob Reed" }, { name: "Bob Reed" }];
const NOTHING_ERASED = { decisions: 0, signatures: 0 };

test("RUN-3 an email that was typed for a person and never confirmed gives them nothing of the person whose it was", async () => {
  const alice = await makePerson(app.db);
  const params = { id: alice.userProfileId };
  const email = `${unique("bob")}@example.test`;
  await requestEmail(alice, email);
  await app.request(endEmailChange, { as: owner, params });
  const bob = await makeBob(email);
  // As earlier versions stored what was only requested.
  const isAlice = eq(userProfiles.userProfileId, params.id);
  await app.db
    .update(userProfiles)
    .set({ formerEmails: [email] })
    .where(isAlice);
  await moveTo(bob, `${unique("robert")}@example.test`);

  const own = await read((await app.request(exportOwnData, ownRequest(alice))).uri);
  expect(own.data).toMatchObject({ decisions: [], signatures: [] });
  expect(own.text).not.toContain("Reed");
  const preview = await app.request(previewErasure, { as: owner, params });
  expect(preview).toMatchObject({ emails: [alice.email], pdfs: 0 });
  expect(await app.request(erasePerson, { as: owner, params, ...PROVED })).toMatchObject(NOTHING_ERASED);
  expect(await recordsOf(bob)).toEqual(BOTH_OF_BOB);
  const ofBob = await app.request(previewErasure, { as: owner, params: { id: bob.userProfileId } });
  expect(ofBob.emails).toContain(email);
});

test("RUN-3 a person with the email of someone who was removed neither downloads nor erases the other's records", async () => {
  const alice = await makePerson(app.db);
  const params = { id: alice.userProfileId };
  const email = `${unique("bob")}@example.test`;
  const bob = await makeBob(email);
  await app.request(removePerson, { as: owner, params: { id: bob.userProfileId } });
  await moveTo(alice, email);

  const own = await read((await app.request(exportOwnData, ownRequest(alice))).uri);
  expect(own.data).toMatchObject({ decisions: [], signatures: [], profile: [{ email }] });
  expect(await app.request(erasePerson, { as: owner, params, ...PROVED })).toMatchObject(NOTHING_ERASED);
  expect(await recordsOf(bob)).toEqual(BOTH_OF_BOB);
});
