import { rm } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { declineDocument } from "#contract/documents.ts";
import { mails } from "#server/schema/mail.ts";
import { makeAdmin, makeOrganization, makePerson, makeQuote } from "#tests/support/factories.ts";
import { buildProgram, makeProgramFolder, runUntilKilled } from "#tests/support/killed-program.ts";
import { createTestApp } from "#tests/support/make-app.ts";

test("APPR-2 TRUST-8 a worker killed among the mails about a decline: started again, each admin gets one", async () => {
  const first = await createTestApp();
  await first.deps.queue.stop();
  const admins: string[] = [];
  for (let more = 0; more < 30; more += 1) admins.push((await makeAdmin(first.db, "viewer")).email);
  const organization = await makeOrganization(first.db);
  const as = await makePerson(first.db, { organization });
  const { document } = await makeQuote(first.db, organization);
  const id = document.uniqueDocumentId;
  const body = { uniqueDocumentId: id, status: "DECLINED" as const };
  await first.request(declineDocument, { as, params: { id }, body });
  await first.stop();
  const folder = await makeProgramFolder();
  try {
    await runUntilKilled(await buildProgram("killed-worker", folder), first.variables, "among-mails");
  } finally {
    await rm(folder, { recursive: true });
  }

  const app = await createTestApp(first.variables);
  const mailed = () =>
    app.db
      .select()
      .from(mails)
      .where(eq(mails.event, `document.declined:${id}:1`));
  const isSent = ({ sentAt }: { sentAt: Date | null }) => sentAt !== null;
  await expect
    .poll(async () => (await mailed()).filter(isSent).length, { timeout: 90_000, interval: 200 })
    .toBe(admins.length);
  expect((await mailed()).map(({ recipient }) => recipient).toSorted()).toEqual(admins.toSorted());
  await app.stop();
  await first.close();
});
