import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { and, eq, inArray } from "drizzle-orm";
import { expect } from "vitest";
import { signGeneralDocument } from "#contract/agreements.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { signedGeneralDocuments } from "#server/schema/agreements.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { documentSnapshots } from "#server/schema/document-versions.ts";
import { files } from "#server/schema/files.ts";
import { mails } from "#server/schema/mail.ts";
import { notifications } from "#server/schema/notifications.ts";
import { makeGeneralDocument, makeOrganization, makePerson, makeQuote } from "./factories.ts";
import type { TestApp } from "./make-app.ts";
import { signaturesOf, signingBody } from "./signing.ts";
import { casesFor } from "./suite-cases.ts";

/** Decisions whose jobs have not run yet. */
export type Left = {
  /** Waits until all jobs are done, and compares what they made: each PDF, mail and notification is there once. */
  expectDoneOnce(app: TestApp): Promise<void>;
};

/** Accepted documents of an organization with two writers and a reader, in a portal whose queue has stopped. */
export async function acceptWithoutWorkers(app: TestApp, count: number): Promise<Left> {
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const as = await makePerson(app.db, { organization });
  const writers = [as, await makePerson(app.db, { organization })];
  const members = [...writers, await makePerson(app.db, { organization, permission: "read" })];
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { document } = await makeQuote(app.db, { organizationId });
    const id = document.uniqueDocumentId;
    const { contentHash } = await app.request(getDocument, { as, params: { id } });
    const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
    await app.request(approveDocument, { as, params: { id }, body });
    ids.push(id);
  }
  const events = ids.map((id) => `document.approved:${id}:1`);
  return {
    async expectDoneOnce({ db, deps }) {
      await expectMailedOnce(
        { db, deps },
        events.flatMap((event) => writers.map(({ email }) => `${event} ${email}`)),
      );
      const snapshots = await db
        .select()
        .from(documentSnapshots)
        .where(inArray(documentSnapshots.uniqueDocumentId, ids));
      expect(snapshots.map((one) => one.uniqueDocumentId).toSorted()).toEqual(ids.toSorted());
      await expectStored({ db, deps }, organizationId, ids.length);
      const told = await db.select().from(notifications).where(inArray(notifications.event, events));
      const once = events.flatMap((event) => members.map((one) => `${event} ${one.userProfileId}`));
      expect(told.map((one) => `${one.event} ${one.userProfileId}`).toSorted()).toEqual(once.toSorted());
    },
  };
}

/** People of one organization who have signed a general document, in a portal whose queue has stopped. */
export async function signWithoutWorkers(app: TestApp, count: number): Promise<Left> {
  const organization = await makeOrganization(app.db);
  const { generalDocumentId } = await makeGeneralDocument(app.db);
  for (let n = 0; n < count; n += 1) {
    const as = await makePerson(app.db, { organization });
    await app.request(signGeneralDocument, { as, body: signingBody(as, generalDocumentId) });
  }
  const signed = await signaturesOf(app, generalDocumentId);
  expect(signed).toHaveLength(count);
  const ids = signed.map((one) => one.signedGeneralDocumentId);
  return {
    async expectDoneOnce({ db, deps }) {
      await expectMailedOnce(
        { db, deps },
        signed.map((one) => `agreement.signed:${one.signedGeneralDocumentId} ${one.userEmail}`),
      );
      const copies = await db
        .select({ fileId: signedGeneralDocuments.fileId })
        .from(signedGeneralDocuments)
        .where(inArray(signedGeneralDocuments.signedGeneralDocumentId, ids));
      expect(new Set(copies.map(({ fileId }) => fileId).filter((one) => one !== null)).size).toBe(count);
      await expectStored({ db, deps }, organization.organizationId, count);
      const recorded = await db
        .select({ subjectId: auditEvents.subjectId })
        .from(auditEvents)
        .where(and(eq(auditEvents.action, "agreement.copy"), inArray(auditEvents.subjectId, ids)));
      expect(recorded.map(({ subjectId }) => subjectId).toSorted()).toEqual(ids.toSorted());
    },
  };
}

type Portal = Pick<TestApp, "db" | "deps">;

/** `letters`: event and recipient of each. The portal writes its mails into a folder. */
async function expectMailedOnce({ db, deps }: Portal, letters: readonly string[]): Promise<void> {
  const events = [...new Set(letters.map((letter) => letter.slice(0, letter.indexOf(" "))))];
  const mailed = () => db.select().from(mails).where(inArray(mails.event, events));
  await expect
    .poll(async () => (await mailed()).filter((mail) => mail.sentAt !== null).length, {
      timeout: casesFor(90_000, 600_000),
      interval: 200,
    })
    .toBe(letters.length);
  expect((await mailed()).map((one) => `${one.event} ${one.recipient}`).toSorted()).toEqual(
    letters.toSorted(),
  );
  const kept = (await readdir(join(deps.env.dataDir, "mails"))).filter((name) => name.endsWith(".eml"));
  expect(kept).toHaveLength(letters.length);
}

/** The organization has so many files, and the bytes of each are there. */
async function expectStored({ db, deps }: Portal, organizationId: string, count: number): Promise<void> {
  const stored = await db.select().from(files).where(eq(files.organizationId, organizationId));
  expect(stored).toHaveLength(count);
  for (const { sha256, byteLength } of stored) {
    const bytes = await deps.files.open(sha256);
    expect(bytes && (await buffer(bytes)).byteLength).toBe(byteLength);
  }
}
