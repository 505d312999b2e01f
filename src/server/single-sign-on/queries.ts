import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Issuer, LinkedIdentity } from "#domain/single-sign-on/issuer.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { isWithin } from "../identity/issuer-session.ts";
import type { Limit } from "../rls/scope.ts";
import { accessRecords } from "../schema/access-records.ts";
import { issuers, linkedIdentities } from "../schema/identity.ts";
import { organizations } from "../schema/organizations.ts";
import { IssuerError } from "./issuer-error.ts";

// People reach no table of the sign-in: readers here are in the portal's scope.

export type IssuerRow = typeof issuers.$inferSelect;

/** The issuers of the company (null) or an organization. */
export function isOfSide(organizationId: Id | null): SQL {
  return organizationId === null
    ? isNull(issuers.organizationId)
    : eq(issuers.organizationId, organizationId);
}

/** The path of the sign-in page of an issuer. */
export function signInPathOf({ issuerId, organizationId }: Pick<IssuerRow, "issuerId" | "organizationId">) {
  return organizationId === null ? "/login" : `/sign-in/${issuerId}`;
}

/** The issuers that match, as the people see them who set them up; the oldest first. */
export async function findIssuers(reader: DbOrTx, which: SQL | undefined): Promise<Issuer[]> {
  const { actorName, actorSide } = accessRecords;
  const linked = sql<number>`(select count(*)::int from ${linkedIdentities} where ${linkedIdentities.issuerId} = ${issuers.issuerId})`;
  const rows = await reader
    .select({ issuer: issuers, actorName, actorSide, linked })
    .from(issuers)
    .leftJoin(accessRecords, eq(accessRecords.accessRecordId, issuers.accessRecordId))
    .where(which)
    .orderBy(asc(issuers.addedAt), asc(issuers.issuerId));
  return rows.map((row) => ({
    issuerId: row.issuer.issuerId,
    name: row.issuer.name,
    issuer: row.issuer.issuer,
    clientId: row.issuer.clientId,
    signInPath: signInPathOf(row.issuer),
    addedAt: row.issuer.addedAt.toISOString(),
    addedByName: row.actorName,
    addedBySide: row.actorSide === "organization" ? "organization" : "company",
    effectiveFrom: row.issuer.effectiveFrom.toISOString(),
    requiredSince: row.issuer.requiredSince?.toISOString() ?? null,
    linkedPeople: row.linked,
    recordVersion: row.issuer.recordVersion,
  }));
}

/** Throws AppError "not-found" for an issuer of another side, as for a missing one. */
export async function findIssuer(reader: DbOrTx, which: SQL | undefined): Promise<Issuer> {
  const [found] = await findIssuers(reader, which);
  return found ?? noIssuer();
}

export async function findIssuerRow(reader: DbOrTx, issuerId: Id): Promise<IssuerRow> {
  const [row] = await reader.select().from(issuers).where(eq(issuers.issuerId, issuerId));
  return row ?? noIssuer();
}

export function noIssuer(): never {
  throw new AppError("not-found", "There is no such single sign-on.");
}

/** The way on while an issuer fails. */
const OTHER_WAYS = "Until it works again, please sign in another way.";
/** For the company's people, if it is the only issuer that signs them in. */
const NO_OTHER_WAY =
  "Your company's people sign in only with it. Try again in a few minutes. If it fails again, ask an owner of the portal. " +
  "The person who runs its server can allow passwords and passkeys again with “counterpart invite-owner”.";

/** What an issuer's failure answers: `signsIn` is the one of a sign-in. Other errors are thrown as they are. */
export async function orIssuerRefusal<Result>(
  { log }: Pick<Deps, "log">,
  request: Promise<Result>,
  { signsIn, isNew = false }: { signsIn?: Pick<IssuerRow, "requiredSince"> | null; isNew?: boolean } = {},
): Promise<Result> {
  return request.catch((error: unknown) => {
    if (!(error instanceof IssuerError)) throw error;
    const { fault, message } = error;
    log.warn({ fault, reason: error.reason }, "An issuer of single sign-on failed");
    // A new issuer's address is input: trying it again does not help.
    const code = fault === "unreachable" && !isNew ? "unavailable" : "conflict";
    const otherWays = fault === "unreachable" ? OTHER_WAYS : null;
    const wayOn = signsIn && (signsIn.requiredSince === null ? otherWays : NO_OTHER_WAY);
    throw new AppError(code, wayOn ? `${message} ${wayOn}` : message, { reason: "issuer-failed", fault });
  });
}

/** The sign-ins at issuers that open a person's account, as far as the session may read of them. */
export async function findLinkedIdentities(
  reader: DbOrTx,
  { authUserId, limitedTo }: { authUserId: string; limitedTo: Limit },
): Promise<LinkedIdentity[]> {
  const { organizationName, organizationId } = organizations;
  const rows = await reader
    .select({ linked: linkedIdentities, issuerName: issuers.name, issuer: issuers.issuer, organizationName })
    .from(linkedIdentities)
    .innerJoin(issuers, eq(issuers.issuerId, linkedIdentities.issuerId))
    .leftJoin(organizations, eq(organizationId, issuers.organizationId))
    .where(
      and(eq(linkedIdentities.userId, authUserId), isWithin(linkedIdentities.linkedIdentityId, limitedTo)),
    )
    .orderBy(asc(linkedIdentities.linkedAt), asc(linkedIdentities.linkedIdentityId));
  return rows.map(({ linked, ...named }) => ({
    ...named,
    linkedIdentityId: linked.linkedIdentityId,
    email: linked.email,
    linkedAt: linked.linkedAt.toISOString(),
    lastUsedAt: linked.lastUsedAt.toISOString(),
  }));
}

/** The link of a subject at an issuer. */
export async function findLink(reader: DbOrTx, issuerId: Id, subject: string) {
  const [link] = await reader
    .select()
    .from(linkedIdentities)
    .where(and(eq(linkedIdentities.issuerId, issuerId), eq(linkedIdentities.subject, subject)));
  return link ?? null;
}
