import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { WayIn } from "#domain/single-sign-on/issuer.ts";
import { AppError, conflict } from "../app-error.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import { userProfiles } from "../schema/account.ts";
import { authSessions, issuers, linkedIdentities, passkeys, secondFactors } from "../schema/identity.ts";
import { lockSignIns } from "./confirm-sign-in.ts";

// "Only by single sign-on": while an issuer is required, the company's people have no session but by the company's issuers.

/** So many owners can sign in by a required issuer, at least. */
const MIN_WAYS_IN = 2;

type Reader = Pick<DbOrTx, "select">;

/** The issuer that is required; null: the company's people may sign in here as well. */
export async function findRequiredIssuer(reader: Reader): Promise<typeof issuers.$inferSelect | null> {
  const isRequired = and(isNull(issuers.organizationId), isNotNull(issuers.requiredSince));
  const [issuer] = await reader.select().from(issuers).where(isRequired);
  return issuer ?? null;
}

/** The reason of a sign-in that is refused although its proof was right. */
export const SINGLE_SIGN_ON_ONLY = "single-sign-on-only";

function onlyByIssuer({ issuerId, name }: { issuerId: Id; name: string }): AppError {
  const message =
    `You work for the company, whose people sign in only with ${name}. Choose “Sign in with ${name}” on the sign-in page. ` +
    "If that doesn't work, ask an owner of the portal.";
  return new AppError("forbidden", message, { reason: SINGLE_SIGN_ON_ONLY, issuerId, name });
}

/** Throws AppError "forbidden" for one of the company's people while an issuer is required. Call it after the right proof. */
export async function refuseOwnSignIn(reader: Reader, authUserId: string): Promise<void> {
  const [issuer] = await reader
    .select({ issuerId: issuers.issuerId, name: issuers.name })
    .from(issuers)
    .where(eq(issuers.issuerId, sql`counterpart_required_issuer(${authUserId})`));
  if (issuer) throw onlyByIssuer(issuer);
}

/** Throws AppError "forbidden" for an invitation of the company while an issuer is required: its sign-in accepts it. */
export async function refuseOwnAcceptance(
  tx: Tx,
  { organizationId }: { organizationId: Id | null },
): Promise<void> {
  const issuer = organizationId === null ? await findRequiredIssuer(tx) : null;
  if (!issuer) return;
  const { issuerId, name } = issuer;
  const message = `The company's people sign in only with ${name}, which accepts the invitation, too. Choose “Sign in with ${name}”.`;
  throw new AppError("forbidden", message, { reason: SINGLE_SIGN_ON_ONLY, issuerId, name });
}

/** Ends the sessions of these people that no issuer made. One of a client's issuer gives no role in the company. */
export async function endOwnSessions(tx: Tx, people: readonly Id[]): Promise<void> {
  const signIns = tx
    .select({ id: userProfiles.authUserId })
    .from(userProfiles)
    .where(inArray(userProfiles.userProfileId, [...people]));
  await tx
    .delete(authSessions)
    .where(and(isNull(authSessions.linkedIdentityId), inArray(authSessions.userId, signIns)));
}

const { userProfileId, firstName, lastName, email, adminRole, authUserId } = userProfiles;

/** The company's people, and what prevents each from signing in by an issuer; sorted by name. */
export async function findWaysIn(reader: Reader, issuerId: Id): Promise<WayIn[]> {
  const isLinked = sql<boolean>`exists (select from ${linkedIdentities} where ${linkedIdentities.userId} = ${authUserId}
    and ${linkedIdentities.issuerId} = ${issuerId})`;
  // The second step of an issuer's sign-in is a code: a passkey is used in place of the issuer, and is refused.
  const hasPasskeyAlone = sql<boolean>`exists (select from ${passkeys} where ${passkeys.userId} = ${authUserId})
    and not exists (select from ${secondFactors} where ${secondFactors.userId} = ${authUserId})`;
  const rows = await reader
    .select({ userProfileId, firstName, lastName, email, adminRole, isLinked, hasPasskeyAlone })
    .from(userProfiles)
    .where(isNotNull(adminRole))
    .orderBy(asc(lastName), asc(userProfileId));
  return rows.flatMap(({ isLinked: isIn, hasPasskeyAlone: lacksApp, adminRole: role, ...person }) => {
    if (role === null) return [];
    return [{ ...person, adminRole: role, obstacle: isIn ? (lacksApp ? "passkey" : null) : "not-linked" }];
  });
}

/** The owners who can sign in by an issuer. */
export function ownersIn(people: readonly WayIn[]): Id[] {
  return people.flatMap((one) =>
    one.adminRole === "owner" && one.obstacle === null ? one.userProfileId : [],
  );
}

/**
 * lockSignIns, and the owners: of two who lose their ways in at once, the second is counted after the first. For
 * changes that end with requireWayIn.
 */
export async function lockWayIn(tx: Tx, ofPerson: string): Promise<void> {
  await lockSignIns(tx, ofPerson);
  await tx
    .select({ userProfileId })
    .from(userProfiles)
    .where(eq(adminRole, "owner"))
    .orderBy(asc(userProfileId))
    .for("no key update");
}

/** Throws AppError "conflict" if a change of this transaction, leaves too few ways in. */
export async function requireWayIn(tx: Tx): Promise<void> {
  const issuer = await findRequiredIssuer(tx);
  if (!issuer || ownersIn(await findWaysIn(tx, issuer.issuerId)).length >= MIN_WAYS_IN) return;
  throw conflict(
    "last-way-in",
    `Your company's people sign in only with ${issuer.name}, and at least two owners must be able to. Let another owner ` +
      "sign in with it first, or allow passwords and passkeys again in the settings. Nothing was changed.",
  );
}
