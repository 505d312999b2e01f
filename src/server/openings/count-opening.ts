import { lte, sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { Id } from "#domain/id.ts";
import { VISIT_MINUTES } from "#domain/openings/opening.ts";
import type { Tx } from "../db/database.ts";
import { documentOpenings } from "../schema/openings.ts";

type Opened = Pick<typeof documentOpenings.$inferInsert, "uniqueDocumentId" | "organizationId" | "what">;

const MINUTE_MS = 60_000;

/**
 * Counts a visit of a person. Returns how many there were; null within the same visit, which changes nothing. A visit
 * ends when the document is sent again.
 */
export async function countOpening(
  tx: Tx,
  opened: Opened & { userProfileId: Id },
  at: Date,
  sentAt: Date | null,
): Promise<number | null> {
  const longAgo = at.getTime() - VISIT_MINUTES * MINUTE_MS;
  const visitBegan = new Date(Math.max(longAgo, Math.min(at.getTime(), sentAt?.getTime() ?? 0)));
  const [counted] = await insert(tx, opened, at)
    .onConflictDoUpdate({ ...COUNTED_AGAIN, setWhere: lte(documentOpenings.lastAt, visitBegan) })
    .returning({ times: documentOpenings.times });
  return counted?.times ?? null;
}

/** Counts a visitor, whom the portal does not tell from others. Returns how many there were. */
export async function countVisitor(tx: Tx, opened: Opened, at: Date): Promise<number> {
  const [counted] = await insert(tx, { ...opened, userProfileId: null }, at)
    .onConflictDoUpdate(COUNTED_AGAIN)
    .returning({ times: documentOpenings.times });
  return counted?.times ?? 0;
}

function insert(tx: Tx, opened: Opened & { userProfileId: Id | null }, at: Date) {
  return tx
    .insert(documentOpenings)
    .values({ documentOpeningId: v7(), ...opened, firstAt: at, lastAt: at, times: 1 });
}

const COUNTED_AGAIN = {
  target: [documentOpenings.uniqueDocumentId, documentOpenings.what, documentOpenings.userProfileId],
  set: {
    lastAt: sql`greatest(${documentOpenings.lastAt}, excluded.last_at)`,
    times: sql`${documentOpenings.times} + 1`,
  },
};
