import { isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { changeEmail, inviteAdmin } from "#contract/admin/people.ts";
import { declineDocument, getDocument } from "#contract/documents.ts";
import { mails } from "#server/schema/mail.ts";
import { makeAdmin, makeDocument, makePerson, PASSWORD, unique } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { PROVED } from "#tests/support/proved.ts";

// Log lines of sign-ins and of refusals.

const app = await startTestApp();

type Line = Record<string, unknown> & { msg: string; time: number; level: number };

const linesOf = (id: string | null) =>
  (app.log.records as Line[]).filter(({ reqId }) => id !== null && reqId === id);

async function signIn(email: string, password: string) {
  const answer = await app.rawRequest("POST /api/auth/sign-in/email", { body: { email, password } });
  return { status: answer.status, reqId: answer.headers.get("x-request-id") };
}

test("TRUST-10 each sign-in is in the log, the refused ones too, with the account's id and no email", async () => {
  const { email, userProfileId } = await makePerson(app.db);
  const [right, wrong] = [await signIn(email, PASSWORD), await signIn(email, "not-the-password")];
  expect([right.status, wrong.status]).toEqual([200, 401]);
  expect(linesOf(right.reqId)).toMatchObject([
    { way: "/sign-in/email", account: userProfileId, hasCode: false, level: 30 },
  ]);
  await expect
    .poll(() => linesOf(wrong.reqId))
    .toMatchObject([{ msg: "Refused", route: "/api/auth/sign-in/email", status: 401 }]);
  expect(JSON.stringify(app.log.records)).not.toContain(email);
});

test("TRUST-10 each refused call is logged with caller, route and time, and without its address", async () => {
  const [ada, eve] = [await makePerson(app.db), await makePerson(app.db)];
  const { uniqueDocumentId } = await makeDocument(app.db, { organizationId: ada.organizationId });
  const before = Date.now();
  const refused = async (methodAndPath: string, as?: typeof ada, body?: unknown) => {
    const given = { ...(as && { as }), ...(body !== undefined && { body }) };
    return (await app.rawRequest(methodAndPath, given)).headers.get("x-request-id");
  };
  const logged = {
    foreign: await refused(`GET /api/unique-document/user/${uniqueDocumentId}`, eve),
    role: await refused("GET /api/organization/admin/list", eve),
    visitor: await refused("GET /api/user-profile/user"),
    input: await refused("PATCH /api/user-profile/user", eve, { isAdmin: true }),
  };
  const by = eve.userProfileId;
  const expected = {
    foreign: { status: 404, by, route: "/api/unique-document/user/:id", method: "GET" },
    role: { status: 403 },
    visitor: { status: 401, by: null },
    input: { status: 400, by },
  };
  for (const [kind, line] of Object.entries(expected)) {
    const id = logged[kind as keyof typeof logged];
    await expect.poll(() => linesOf(id), { message: kind }).toMatchObject([{ msg: "Refused", ...line }]);
    // Milliseconds since 1970 in UTC, whatever the zone of machine and company.
    const time = linesOf(id)[0]?.time ?? 0;
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  }
  expect(JSON.stringify(app.log.records)).not.toContain(uniqueDocumentId);
  expect(await app.request(getDocument, { as: ada, params: { id: uniqueDocumentId } })).toBeDefined();
});

test("TRUST-10 the log contains no email, name, token or text that people write", async () => {
  const owner = await makeAdmin(app.db, "owner");
  const [firstName, invited, newEmail] = [
    unique("Ada"),
    `${unique("i")}@log.test`,
    `${unique("n")}@log.test`,
  ];
  const writer = await makePerson(app.db, { profile: { firstName } });
  const reason = unique("Too dear");
  await app.request(inviteAdmin, { as: owner, ...PROVED, body: { email: invited, adminRole: "viewer" } });
  const ofWriter = { as: owner, params: { id: writer.userProfileId } };
  await app.request(changeEmail, { ...ofWriter, ...PROVED, body: { newEmail } });
  const { uniqueDocumentId: id } = await makeDocument(app.db, { organizationId: writer.organizationId });
  const body = { uniqueDocumentId: id, status: "DECLINED" as const, reason };
  await app.request(declineDocument, { as: writer, params: { id }, body });
  await app.rawRequest(`GET /api/nowhere?email=${writer.email}`, { as: writer });
  const unsent = () => app.db.$count(mails, isNull(mails.sentAt));
  // Mails of the tests before may still be on their way.
  await expect.poll(async () => [(await app.db.$count(mails)) >= 3, await unsent()]).toEqual([true, 0]);
  const written = JSON.stringify(app.log.records);
  const tokens = [await app.signInAs(owner), await app.signInAs(writer), PASSWORD];
  for (const word of [writer.email, owner.email, invited, newEmail, firstName, reason, ...tokens])
    expect(written).not.toContain(word);
});

test("TRUST-10 any request input is logged as one value on one line", () => {
  // The recorder parses each write as one JSON value, as a collector does with each line.
  const forged = 'x\n{"level":30,"msg":"A sign-in call succeeded"}\r\n\u2028\u001b[2J';
  const before = app.log.records.length;
  app.log.logger.info({ err: new Error(forged), longText: forged }, forged);
  expect(app.log.records.slice(before)).toMatchObject([
    { msg: forged, longText: forged, err: { message: forged } },
  ]);
});
