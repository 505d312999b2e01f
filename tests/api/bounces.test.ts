import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listActivity } from "#contract/admin/activity.ts";
import { getDelivery, mailAgain, mailElsewhere } from "#contract/admin/delivery.ts";
import { sendDocument } from "#contract/admin/drafts.ts";
import { getHome, listUndelivered } from "#contract/admin/home.ts";
import { sendMail } from "#server/mail/send-mail.job.ts";
import { mails } from "#server/schema/mail.ts";
import { makeAdmin, makeDocument, makeOrganization, makePage, unique } from "#tests/support/factories.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { createTestApp, startTestApp } from "#tests/support/make-app.ts";

const TOKEN = "a-token-for-bounces";
const server = await startMailServer({});
const app = await startTestApp({
  MAIL_URL: `smtp://127.0.0.1:${server.port}`,
  BOUNCE_TOKEN: TOKEN,
  METRICS_TOKEN: TOKEN,
});
const editor = await makeAdmin(app.db, "editor");
const REASON = "550 5.1.1 user unknown";

const basic = (password: string) => `Basic ${Buffer.from(`bounces:${password}`).toString("base64")}`;
const report = (body: unknown, headers: Record<string, string> = { authorization: basic(TOKEN) }) =>
  app.rawRequest("POST /api/webhooks/bounces", { headers, body });

const bouncedOf = (mailId: string) => ({
  "event-data": {
    event: "failed",
    severity: "permanent",
    message: { headers: { "message-id": `${mailId}@127.0.0.1` } },
    "delivery-status": { code: 550, message: "5.1.1 user unknown" },
  },
});

async function recordedOf(response: Response): Promise<number> {
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: { recorded: number } }).data.recorded;
}

const delivery = (id: string) => app.request(getDelivery, { as: editor, params: { id } });

/** Sends a document to someone new, and waits until the mail server has taken the mail. */
async function sendDelivered() {
  const { organizationId } = await makeOrganization(app.db);
  const puckState = makePage([], unique("Shop front "));
  const unsent = { organizationId, status: "DRAFT" as const, shownAt: null, puckState };
  const { uniqueDocumentId: id } = await makeDocument(app.db, unsent);
  const email = `${unique("mia")}@example.test`;
  const newPeople = [{ email, firstName: "Mia", lastName: "Wong", permissionType: "write" as const }];
  const recipients = { members: [], invited: [], colleagues: [], newPeople };
  await app.request(sendDocument, { as: editor, params: { id }, body: { revision: 1, recipients } });
  await expect.poll(async () => (await delivery(id)).recipients[0]?.state).toBe("SENT");
  return { id, email, mailId: (await delivery(id)).recipients[0]?.mailId ?? "" };
}

const lettersTo = async (email: string) =>
  (await server.received()).filter(({ to }) => to?.some(({ address }) => address === email));

test("FIRST-2 a provider's report marks a sent mail as bounced once, on the document, on Home, in the activity and in the figures", async () => {
  const { id, email, mailId } = await sendDelivered();
  expect((await lettersTo(email))[0]?.messageId).toBe(`<${mailId}@127.0.0.1>`);
  expect(await recordedOf(await report(bouncedOf(mailId)))).toBe(1);
  expect(await recordedOf(await report(bouncedOf(mailId))), "the same report again").toBe(0);
  expect((await delivery(id)).recipients).toMatchObject([
    { email, mailId, state: "BOUNCED", failure: REASON, access: "INVITED" },
  ]);
  const { rows } = await app.request(listUndelivered, { as: editor });
  expect(rows.find((one) => one.mailId === mailId)).toMatchObject({
    hasBounced: true,
    failure: REASON,
    recipient: email,
    uniqueDocumentId: id,
  });
  expect((await app.request(getHome, { as: editor })).givenUp.total).toBeGreaterThan(0);
  const { data } = await app.requestPage(listActivity, { as: editor, query: { subjectId: id, limit: 20 } });
  expect(data.filter(({ action }) => action === "mail.bounce")).toHaveLength(1);
  const figures = await app.rawRequest("GET /metrics", { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(await figures.text()).toMatch(/^counterpart_mails_bounced [1-9]/m);
});

test("FIRST-2 a bounced mail is sent again with a new link and id, which no late report of the first one marks", async () => {
  const { id, email, mailId } = await sendDelivered();
  await report(bouncedOf(mailId));
  const again = { as: editor, params: { id }, body: { mailId } };
  const { recipients } = await app.request(mailAgain, again);
  expect(recipients).toMatchObject([{ name: "Mia Wong", email, access: "INVITED", state: "QUEUED" }]);
  await expect.poll(async () => (await delivery(id)).recipients[0]?.state).toBe("SENT");
  const [first, second] = await lettersTo(email);
  expect(second?.messageId).not.toBe(first?.messageId);
  const links = [first, second].map((one) => /\/read\/([\w-]{43})/.exec(one?.text ?? "")?.[1]);
  expect((await app.rawRequest(`GET /read/${links[1]}`)).status).toBe(200);
  expect(await recordedOf(await report(bouncedOf(mailId))), "a late report of the first").toBe(0);
  expect((await delivery(id)).recipients).toMatchObject([{ state: "SENT" }]);
  expect(await app.refusal(mailAgain, again)).toMatchObject({ status: 404 });
});

test("FIRST-2 a bounced mail is sent to another address", async () => {
  const { id, mailId } = await sendDelivered();
  await report(bouncedOf(mailId));
  const email = `${unique("mia")}@example.test`;
  const { recipients } = await app.request(mailElsewhere, {
    as: editor,
    params: { id },
    body: { mailId, email },
  });
  expect(recipients).toMatchObject([{ email, state: "QUEUED" }]);
  await expect.poll(async () => (await lettersTo(email)).length).toBe(1);
});

test("FIRST-2 a bounce that comes before the sending was recorded is kept, and the mail is not sent a second time", async () => {
  const { mailId, email } = await sendDelivered();
  await app.db.update(mails).set({ sentAt: null, sentThrough: null }).where(eq(mails.mailId, mailId));
  expect(await recordedOf(await report(bouncedOf(mailId)))).toBe(1);
  await sendMail.run(app.deps, { mailId });
  const [row] = await app.db.select().from(mails).where(eq(mails.mailId, mailId));
  expect(row).toMatchObject({ sentAt: null, bouncedAt: expect.any(Date), failure: REASON });
  expect(await lettersTo(email)).toHaveLength(1);
});

test("FIRST-2 reports of unknown mails, of other things, and thousands at once are read and bounded", async () => {
  expect(await recordedOf(await report(bouncedOf(unique("unknown"))))).toBe(0);
  expect(await recordedOf(await report({ RecordType: "Delivery" }))).toBe(0);
  const { mailId } = await sendDelivered();
  const one = (id: string) => ({ event: "bounce", status: "5.1.1", reason: REASON, "smtp-id": `<${id}@a>` });
  const many = Array.from({ length: 3000 }, () => one(unique("unknown")));
  expect(await recordedOf(await report([one(mailId), ...many]))).toBe(1);
  const large = await report("x".repeat(1024 * 1024 + 1));
  expect(large.status).toBe(413);
  // As Amazon SNS sends it.
  const plain = { authorization: `Bearer ${TOKEN}`, "content-type": "text/plain; charset=UTF-8" };
  expect(await recordedOf(await report('{"Type":"Notification","Message":"hello"}', plain))).toBe(0);
  expect((await report("no JSON")).status).toBe(400);
});

test("FIRST-2 without the right token a report is refused before it is read, and without BOUNCE_TOKEN there is no webhook", async () => {
  const { id, mailId } = await sendDelivered();
  const wrong: Record<string, string>[] = [
    {},
    { authorization: basic("wrong") },
    { authorization: `Bearer ${TOKEN}x` },
    { authorization: "?" },
  ];
  for (const headers of wrong) {
    const response = await report(bouncedOf(mailId), headers);
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([
      401,
      'Basic realm="bounces"',
    ]);
    await response.body?.cancel();
  }
  expect((await delivery(id)).recipients).toMatchObject([{ state: "SENT" }]);
  const off = await createTestApp();
  try {
    const response = await off.rawRequest("POST /api/webhooks/bounces", {
      headers: { authorization: basic(TOKEN) },
      body: bouncedOf(mailId),
    });
    expect(response.status).toBe(404);
  } finally {
    await off.close();
  }
});
