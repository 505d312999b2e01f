import { asc, eq } from "drizzle-orm";
import { accessRecords } from "#server/schema/access-records.ts";
import { evidenceEvents } from "#server/schema/evidence.ts";
import { mails } from "#server/schema/mail.ts";
import type { TestApp } from "./make-app.ts";
import { asIntruder } from "./past-triggers.ts";

/** The access records of an organization, oldest first. */
export function accessRecordsOf(app: TestApp, organizationId: string) {
  return app.db
    .select()
    .from(accessRecords)
    .where(eq(accessRecords.organizationId, organizationId))
    .orderBy(asc(accessRecords.accessRecordId));
}

/** The kinds of the events in a chain, in order. */
export async function kindsOf(app: TestApp, chain: string): Promise<string[]> {
  const events = await app.db
    .select({ kind: evidenceEvents.kind })
    .from(evidenceEvents)
    .where(eq(evidenceEvents.chain, chain))
    .orderBy(asc(evidenceEvents.position));
  return events.map(({ kind }) => kind);
}

/** Damages a chain in the database: its end is no longer its last event. */
export async function damageChain(app: TestApp, chain: string): Promise<void> {
  await asIntruder(
    app,
    "insert into evidence_heads (chain, position, head) values ($1, 7, repeat('a', 64)) on conflict (chain) do update set head = excluded.head",
    [chain],
  );
}

/** The texts of the mails about access to this address, oldest first. */
export async function accessMailsTo(app: TestApp, email: string): Promise<string[]> {
  const rows = await app.db.select().from(mails).where(eq(mails.recipient, email)).orderBy(asc(mails.mailId));
  return rows.filter(({ subject }) => subject.startsWith("Access to ")).map(({ text }) => text);
}
