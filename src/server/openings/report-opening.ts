import { and, eq, lte, sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { z } from "zod";
import type * as calls from "#contract/documents.ts";
import type { Id } from "#domain/id.ts";
import { VISIT_MINUTES } from "#domain/openings/opening.ts";
import { change } from "../access/change.ts";
import type { FormerMember } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { userProfiles } from "../schema/account.ts";
import { pageVisibleToClients, uniqueDocuments } from "../schema/documents.ts";
import { documentOpenings } from "../schema/openings.ts";
import { announceOpening } from "./mail-opening.job.ts";

/** Counts that a member opened a document of their organization. The company's own people are not counted. */
export async function reportOpening(
  deps: Deps,
  member: FormerMember,
  uniqueDocumentId: Id,
  { what }: z.output<typeof calls.reportOpening.body>,
): Promise<z.input<typeof calls.reportOpening.reply>> {
  const { userProfileId, organizationId, isDeactivated } = member;
  return change(deps, member, async ({ tx, at, record }) => {
    const document = await requireReadable(tx, { organizationId, isDeactivated }, uniqueDocumentId);
    if (await isOfCompany(tx, userProfileId)) return { uniqueDocumentId };
    const opened = { uniqueDocumentId, organizationId, userProfileId, what };
    const times = await countOpening(tx, opened, at, document.sentAt);
    if (times === null) return { uniqueDocumentId };
    const action = what === "pdf" ? "download" : times === 1 ? "open" : "reopen";
    await record({ action: `document.${action}`, subjectId: uniqueDocumentId, details: { times } });
    await announceOpening(tx, deps, document, { userProfileId });
    await deps.live.publish(tx, { company: true }, { kind: "document", id: uniqueDocumentId });
    return { uniqueDocumentId };
  });
}

/** When what clients read was sent, and first opened since. Throws AppError "not-found" for a document that they do not read. */
async function requireReadable(
  tx: Tx,
  { organizationId, isDeactivated }: Pick<FormerMember, "organizationId" | "isDeactivated">,
  uniqueDocumentId: Id,
) {
  const isReadable = and(
    eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId),
    eq(uniqueDocuments.organizationId, organizationId),
    pageVisibleToClients(uniqueDocuments),
    isDeactivated ? eq(uniqueDocuments.status, "APPROVED") : undefined,
  );
  const { sentAt, openedAt } = uniqueDocuments;
  const [found] = await tx
    .select({ uniqueDocumentId: uniqueDocuments.uniqueDocumentId, sentAt, openedAt })
    .from(uniqueDocuments)
    .where(isReadable);
  if (!found) throw new AppError("not-found", "There is no such document.");
  return found;
}

async function isOfCompany(tx: Tx, userProfileId: Id): Promise<boolean> {
  const [person] = await tx
    .select({ adminRole: userProfiles.adminRole })
    .from(userProfiles)
    .where(eq(userProfiles.userProfileId, userProfileId));
  return (person?.adminRole ?? null) !== null;
}

type Opened = Pick<typeof documentOpenings.$inferInsert, "uniqueDocumentId" | "organizationId" | "what">;

const MINUTE_MS = 60_000;

/** Counts a visit, which ends when the document is sent again. Returns the number; null within the same visit. */
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
