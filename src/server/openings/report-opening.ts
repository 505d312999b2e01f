import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/documents.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Member } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { userProfiles } from "../schema/account.ts";
import { pageVisibleToClients, uniqueDocuments } from "../schema/documents.ts";
import { countOpening } from "./count-opening.ts";

/** Counts that a member opened a document of their organization. The company's own people are not counted. */
export async function reportOpening(
  deps: Deps,
  member: Member,
  uniqueDocumentId: Id,
  { what }: z.output<typeof calls.reportOpening.body>,
): Promise<z.input<typeof calls.reportOpening.reply>> {
  const { userProfileId, organizationId } = member;
  return change(deps, member, async ({ tx, at, record }) => {
    const sentAt = await requireReadable(tx, organizationId, uniqueDocumentId);
    if (await isOfCompany(tx, userProfileId)) return { uniqueDocumentId };
    const opened = { uniqueDocumentId, organizationId, userProfileId, what };
    const times = await countOpening(tx, opened, at, sentAt);
    if (times === null) return { uniqueDocumentId };
    const action = what === "pdf" ? "download" : times === 1 ? "open" : "reopen";
    await record({ action: `document.${action}`, subjectId: uniqueDocumentId, details: { times } });
    await deps.live.publish(tx, { company: true }, { kind: "document", id: uniqueDocumentId });
    return { uniqueDocumentId };
  });
}

/** When what clients read was sent. Throws AppError "not-found" for a document that they do not read. */
async function requireReadable(tx: Tx, organizationId: Id, uniqueDocumentId: Id): Promise<Date | null> {
  const isReadable = and(
    eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId),
    eq(uniqueDocuments.organizationId, organizationId),
    pageVisibleToClients(uniqueDocuments),
  );
  const [found] = await tx.select({ sentAt: uniqueDocuments.sentAt }).from(uniqueDocuments).where(isReadable);
  if (!found) throw new AppError("not-found", "There is no such document.");
  return found.sentAt;
}

async function isOfCompany(tx: Tx, userProfileId: Id): Promise<boolean> {
  const [person] = await tx
    .select({ adminRole: userProfiles.adminRole })
    .from(userProfiles)
    .where(eq(userProfiles.userProfileId, userProfileId));
  return (person?.adminRole ?? null) !== null;
}
