import { and, eq, type SQL } from "drizzle-orm";
import { v7 } from "uuid";
import type { z } from "zod";
import type * as adminCalls from "#contract/admin/single-sign-on.ts";
import { BLOCK_HOURS } from "#domain/access/two-sides.ts";
import type { Id } from "#domain/id.ts";
import { type Issuer, MAX_ISSUERS } from "#domain/single-sign-on/issuer.ts";
import { type Change, change } from "../access/change.ts";
import type { Owner, Signatory, Writer } from "../access/gates.ts";
import { type Actor, companyActor } from "../access-records/access-event.ts";
import { recordAccess } from "../access-records/record-access.ts";
import { lockAdmins } from "../account/queries.ts";
import { conflict, conflictError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { consumeAttempt } from "../http/rate-limit.ts";
import { reauthenticateInSession, type SelfProof } from "../identity/prove-self.ts";
import { lockOrganization, requireOrganization } from "../organizations/queries.ts";
import { withScope } from "../rls/scoped-db.ts";
import { issuers } from "../schema/identity.ts";
import { explainClosedHost } from "./issuer-error.ts";
import { mailOwners } from "./mail-owners.ts";
import { findIssuer, isOfSide, noIssuer, orIssuerRefusal } from "./queries.ts";
import { hostOf } from "./verify-issued-token.ts";

type Details = z.output<typeof adminCalls.addCompanyIssuer.body>;
type NewDetails = z.output<typeof adminCalls.changeIssuer.body>;

/** For whom an issuer is set up: the company's own people (null), or an organization's. */
type Side = Id | null;

const CHECKS_AN_HOUR = 30;

/** Adds an issuer of the company, or of a client: that one signs people in a day later, and its writers are notified. */
export async function addIssuerAsOwner(
  deps: Deps,
  owner: Owner,
  side: Side,
  details: Details,
): Promise<Issuer> {
  const asPortal = withScope(deps, { role: "portal" });
  const prepare = async () => {
    if (side !== null) await requireOrganization(asPortal.db, side);
    await checkIssuer(deps, owner, side, details);
  };
  const run = async (opened: Change) => {
    await lockSide(opened.tx, side);
    return insertIssuer(opened, deps, { side, details, actor: companyActor(owner) });
  };
  return change(asPortal, owner, run, { prepare });
}

/** Adds an issuer of the signatory's organization, after a step-up. */
export async function addOwnIssuer(
  deps: Deps,
  signatory: Signatory,
  details: Details,
  proof: string | null,
): Promise<Issuer> {
  const asPortal = withScope(deps, { role: "portal" });
  const { organizationId } = signatory;
  const prepare = async () => {
    const self = await reauthenticateInSession(asPortal, signatory, proof);
    await checkIssuer(deps, signatory, organizationId, details);
    return self;
  };
  const run = async (opened: Change, self: SelfProof) => {
    await self.consume(opened.tx);
    await lockSide(opened.tx, organizationId);
    return insertIssuer(opened, deps, {
      side: organizationId,
      details,
      actor: memberActor(opened, signatory),
    });
  };
  return change(asPortal, signatory, run, { prepare });
}

/** Reads the issuer's description and keys. Throws AppError if they cannot be used. */
async function checkIssuer(
  deps: Deps,
  caller: Owner | Signatory,
  side: Side,
  details: Details,
): Promise<void> {
  const limit = { key: `check issuer ${caller.userProfileId}`, max: CHECKS_AN_HOUR, windowSeconds: 3600 };
  await consumeAttempt(deps, [limit]);
  const { issuer, clientId, clientSecret } = details;
  const network = side === null ? "internal" : "public";
  const check = deps.issuers.check({ issuer, clientId, clientSecret, network }).catch((error: unknown) => {
    throw caller.who === "owner" ? explainClosedHost(error, hostOf(issuer)) : error;
  });
  await orIssuerRefusal(deps, check, { isNew: true });
}

/** Of two issuers that are added at once, the second is counted after the first. */
async function lockSide(tx: Tx, side: Side): Promise<void> {
  if (side === null) await lockAdmins(tx);
  else await lockOrganization(tx, side);
}

async function insertIssuer(
  opened: Change,
  deps: Deps,
  { side, details, actor }: { side: Side; details: Details; actor: Actor },
): Promise<Issuer> {
  const { tx, at, record } = opened;
  if ((await tx.$count(issuers, isOfSide(side))) >= MAX_ISSUERS) throw TOO_MANY;
  const { name, issuer, clientId, clientSecret } = details;
  const [issuerId, accessRecordId] = [v7(), v7()];
  const isHeld = side !== null && actor.side === "company";
  const added = await tx
    .insert(issuers)
    .values({
      issuerId,
      organizationId: side,
      name,
      issuer,
      clientId,
      sealedClientSecret: deps.secrets.seal(clientSecret),
      accessRecordId,
      addedAt: at,
      effectiveFrom: isHeld ? new Date(at.getTime() + BLOCK_HOURS * 3_600_000) : at,
    })
    .onConflictDoNothing()
    .returning();
  if (added.length === 0)
    throw conflict("issuer-taken", "This issuer is set up with this client ID already. Nothing was changed.");
  await record({
    action: "issuer.add",
    subjectId: issuerId,
    organizationId: side,
    details: { name, issuer, clientId },
  });
  if (side === null) await mailOwners(opened, deps, { name, event: "added", actor });
  await recordAccess(opened, deps, [
    { accessRecordId, kind: "add-issuer", organizationId: side, issuer, actor, person: NO_PERSON },
  ]);
  return findIssuer(tx, eq(issuers.issuerId, issuerId));
}

const TOO_MANY = conflict(
  "too-many-issuers",
  `There are ${MAX_ISSUERS} already, and there is no room for more. Please remove one first.`,
);

/** What happens to an issuer is about no one in particular. */
const NO_PERSON = { userProfileId: null, name: "", email: "" };

function memberActor({ called }: Change, { userProfileId, userName, userEmail }: Writer): Actor {
  return {
    userProfileId,
    name: called?.userName ?? userName,
    email: called?.userEmail ?? userEmail,
    side: "organization",
  };
}

/** Gives an issuer another name or secret. Who signs in by it stays the same, so no one else is notified. */
export async function changeIssuerAsOwner(
  deps: Deps,
  owner: Owner,
  issuerId: Id,
  details: NewDetails,
): Promise<Issuer> {
  return change(withScope(deps, { role: "portal" }), owner, (opened) =>
    updateIssuer(opened, deps, eq(issuers.issuerId, issuerId), details),
  );
}

export async function changeOwnIssuer(
  deps: Deps,
  signatory: Signatory,
  issuerId: Id,
  { proof, ...details }: NewDetails & { proof: string | null },
): Promise<Issuer> {
  const asPortal = withScope(deps, { role: "portal" });
  const which = and(eq(issuers.issuerId, issuerId), isOfSide(signatory.organizationId));
  const run = async (opened: Change, self: SelfProof) => {
    await self.consume(opened.tx);
    return updateIssuer(opened, deps, which, details);
  };
  return change(asPortal, signatory, run, {
    prepare: async () => {
      await findIssuer(asPortal.db, which);
      return reauthenticateInSession(asPortal, signatory, proof);
    },
  });
}

async function updateIssuer(
  { tx, record }: Change,
  deps: Deps,
  which: SQL | undefined,
  { name, clientSecret, recordVersion }: NewDetails,
): Promise<Issuer> {
  const [before] = await tx.select().from(issuers).where(which).for("update");
  if (!before) return noIssuer();
  if (before.recordVersion !== recordVersion) throw conflictError("this single sign-on");
  const { issuerId, organizationId } = before;
  const secret = clientSecret === undefined ? {} : { sealedClientSecret: deps.secrets.seal(clientSecret) };
  await tx
    .update(issuers)
    .set({ name, ...secret })
    .where(eq(issuers.issuerId, issuerId));
  await record({
    action: "issuer.change",
    subjectId: issuerId,
    organizationId,
    details: { from: before.name, to: name, hasNewSecret: clientSecret !== undefined },
  });
  return findIssuer(tx, eq(issuers.issuerId, issuerId));
}

/** Removes an issuer. Its links go with it, and the sessions that it made end (rls/session-trigger.ts). */
export async function removeIssuerAsOwner(deps: Deps, owner: Owner, issuerId: Id): Promise<{ issuerId: Id }> {
  return change(withScope(deps, { role: "portal" }), owner, (opened) =>
    deleteIssuer(opened, deps, eq(issuers.issuerId, issuerId), companyActor(owner)),
  );
}

export async function removeOwnIssuer(
  deps: Deps,
  writer: Writer,
  issuerId: Id,
  proof: string | null,
): Promise<{ issuerId: Id }> {
  const asPortal = withScope(deps, { role: "portal" });
  const which = and(eq(issuers.issuerId, issuerId), isOfSide(writer.organizationId));
  const run = async (opened: Change, self: SelfProof) => {
    await self.consume(opened.tx);
    return deleteIssuer(opened, deps, which, memberActor(opened, writer));
  };
  return change(asPortal, writer, run, {
    prepare: async () => {
      await findIssuer(asPortal.db, which);
      return reauthenticateInSession(asPortal, writer, proof);
    },
  });
}

async function deleteIssuer(
  opened: Change,
  deps: Deps,
  which: SQL | undefined,
  actor: Actor,
): Promise<{ issuerId: Id }> {
  const { tx, record } = opened;
  const [removed] = await tx.delete(issuers).where(which).returning();
  if (!removed) return noIssuer();
  const { issuerId, organizationId, name, issuer } = removed;
  await record({ action: "issuer.remove", subjectId: issuerId, organizationId, details: { name, issuer } });
  if (organizationId === null) await mailOwners(opened, deps, { name, event: "removed", actor });
  await recordAccess(opened, deps, [
    { kind: "remove-issuer", organizationId, issuer, actor, person: NO_PERSON },
  ]);
  return { issuerId };
}
