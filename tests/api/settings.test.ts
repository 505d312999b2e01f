import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import type { Settings } from "#domain/settings/settings.ts";
import { composeMail } from "#server/mail/compose-mail.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { numberSeries, settings } from "#server/schema/settings.ts";
import { allocateNumber } from "#server/settings/allocate-number.ts";
import { makeAdmin, makeInvoice, unique } from "#tests/support/factories.ts";
import { readMailTo } from "#tests/support/mailed-code.ts";
import { createTestApp, startTestApp, type TestApp } from "#tests/support/make-app.ts";
import { makePlain } from "#tests/support/make-image.ts";

const app = await startTestApp({ COMPANY_NAME: "Harbour & Sons", TIME_ZONE: "Australia/Perth" });
const owner = await makeAdmin(app.db, "owner");

// Each test starts with the server's configuration.
beforeEach(async () => {
  await app.db.delete(settings);
  await app.db.delete(numberSeries);
  await app.deps.settings.refresh();
});

const read = () => app.request(getSettings, { as: owner });
const save = (asRead: Settings, changes: Partial<Settings>) =>
  app.request(updateSettings, { as: owner, body: { asRead, settings: { ...asRead, ...changes } } });
const refusal = (asRead: Settings, changes: Partial<Settings>) =>
  app.refusal(updateSettings, { as: owner, body: { asRead, settings: { ...asRead, ...changes } } });

const take = (on: TestApp) => on.db.transaction((tx) => allocateNumber(tx, on.deps, "invoice"));

test("COMPANY-1 settings start from the server's configuration, then an owner changes them, with an audit row", async () => {
  const first = await read();
  expect(first).toMatchObject({ companyName: "Harbour & Sons", timeZone: "Australia/Perth", abn: null });
  const saved = await save(first, {
    companyName: "Ember & Oak",
    abn: "51 824 753 556",
    address: "1 Quay St\nSydney",
  });
  expect(saved).toMatchObject({
    companyName: "Ember & Oak",
    abn: "51824753556",
    address: "1 Quay St\nSydney",
  });
  expect(await read()).toEqual(saved);
  const [recorded] = await app.db.select().from(auditEvents).where(eq(auditEvents.action, "settings.change"));
  expect(recorded).toMatchObject({
    userProfileId: owner.userProfileId,
    details: { companyName: { from: "Harbour & Sons", to: "Ember & Oak" } },
  });
  expect(recorded?.details).not.toHaveProperty("timeZone");
});

test("COMPANY-1 when two owners change settings, the second gets a conflict and nothing of theirs is saved", async () => {
  const first = await read();
  await save(first, { productName: "Desk" });
  expect(await refusal(first, { productName: "Table" })).toMatchObject({
    status: 409,
    details: { reason: "changed-meanwhile", settings: { productName: "Desk" } },
  });
  expect(await read()).toMatchObject({ productName: "Desk" });
  expect(await save(first, { productName: "Desk" }), "the same again is no conflict").toMatchObject({
    productName: "Desk",
  });
});

test("COMPANY-1 when two owners save at the same time, one gets a conflict", async () => {
  const first = await read();
  const answers = await Promise.allSettled([
    save(first, { address: "One" }),
    save(first, { address: "Two" }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test.each([
  ["an ABN whose digits do not fit together", { abn: "51824753557" }],
  ["a zone that is nowhere", { timeZone: "Australia/Atlantis" }],
  ["a colour that is a style sheet", { accent: "red;}body{display:none" }],
  ["a name of two lines", { companyName: "Ember\r\nBcc: all@example.test" }],
  ["an address that runs code", { companySite: "javascript:alert(1)" }],
  ["a prefix that is markup", { invoiceNumbers: { prefix: "<b>", digits: 4, next: 1 } }],
] as const)("COMPANY-1 API-2 %s is refused", async (_what, changes) => {
  const first = await read();
  expect((await refusal(first, changes)).status).toBe(400);
  expect(await read()).toEqual(first);
});

test("COMPANY-1 a logo must be an uploaded image", async () => {
  const first = await read();
  const unknown = "a".repeat(22);
  expect(await refusal(first, { logoImageId: unknown })).toMatchObject({
    status: 422,
    details: { field: "logoImageId" },
  });
  const answer = await app.rawRequest("POST /api/images", {
    as: owner,
    headers: { "content-type": "application/octet-stream" },
    body: await makePlain(60, 20).png().toBuffer(),
  });
  const { data } = (await answer.json()) as { data: { imageId: string } };
  expect(await save(first, { logoImageId: data.imageId })).toMatchObject({ logoImageId: data.imageId });
});

test("COMPANY-1 a change takes effect at once, in every process of the portal", async () => {
  const other = await createTestApp(app.variables);
  try {
    const first = await read();
    await save(first, { companyName: "Ember & Oak", timeZone: "Europe/Berlin" });
    expect(app.deps.settings.now()).toMatchObject({ companyName: "Ember & Oak", timeZone: "Europe/Berlin" });
    await expect.poll(() => other.deps.settings.now().companyName).toBe("Ember & Oak");
  } finally {
    await other.stop();
  }
});

test("COMPANY-1 mails carry the company's name and its address for answers", async () => {
  await save(await read(), { companyName: "Ember & Oak", replyTo: "hello@ember.example" });
  const to = `${unique("reader")}@example.test`;
  const content = { subject: "Hello", heading: "Hello", paragraphs: ["A line."] };
  const mail = composeMail(app.deps.settings.now(), content);
  await app.db.transaction((tx) => queueMail(tx, app.deps, { to, ...mail }, null));
  const sent = await readMailTo(app.deps.env.dataDir, to, /^Hello$/);
  expect(sent.from?.name).toBe("Ember & Oak");
  expect(sent.replyTo).toMatchObject([{ address: "hello@ember.example" }]);
  expect(sent.text).toContain("Ember & Oak sent you this email");
});

test("COMPANY-1 COMPANY-7 numbers have no gaps and no duplicates under concurrent use and rollbacks", async () => {
  const taken = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      app.db
        .transaction(async (tx) => {
          const number = await allocateNumber(tx, app.deps, "invoice");
          if (index % 3 === 0) throw new Error("given back");
          return number;
        })
        .catch(() => null),
    ),
  );
  const kept = taken.filter((one) => one !== null).toSorted();
  expect(kept).toEqual(Array.from({ length: 16 }, (_, index) => `INV-${String(index + 1).padStart(4, "0")}`));
});

test("COMPANY-1 numbers go on after those that an import brought, and an owner sets none that was given", async () => {
  await makeInvoice(app.db, { externalId: "INV-0433" });
  await makeInvoice(app.db, { externalId: "INV-old" });
  const first = await read();
  expect(first.invoiceNumbers).toEqual({ prefix: "INV-", digits: 4, next: 434 });
  expect(await take(app)).toBe("INV-0434");
  const { invoiceNumbers } = await read();
  expect(await refusal(await read(), { invoiceNumbers: { ...invoiceNumbers, next: 433 } })).toMatchObject({
    status: 422,
    message: expect.stringContaining(
      "INV-0433 has been given already, so the next number must be at least 434.",
    ),
  });
  // The form was opened before the number was taken.
  expect(await save(first, { address: "1 Quay St" })).toMatchObject({ invoiceNumbers: { next: 435 } });
  await save(await read(), { invoiceNumbers: { prefix: "2027/", digits: 3, next: 10 } });
  expect([await take(app), await take(app)]).toEqual(["2027/010", "2027/011"]);
  const now = await read();
  await save(now, { invoiceNumbers: { prefix: "INV-", digits: 4, next: 500 } });
  expect(await take(app)).toBe("INV-0500");
});
