import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/single-sign-on.ts";
import type { Id } from "#domain/id.ts";
import type { Issuer, IssuerRequirement } from "#domain/single-sign-on/issuer.ts";
import { type Change, change, PORTAL } from "../access/change.ts";
import type { Owner } from "../access/gates.ts";
import { companyActor, OPERATOR } from "../access-records/access-event.ts";
import { findAdmins, lockAdmins } from "../account/queries.ts";
import { conflict, conflictError } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { lockSignInsOf } from "../identity/confirm-sign-in.ts";
import { findIssuerOfSession } from "../identity/issuer-session.ts";
import { endOwnSessions, findRequiredIssuer, findWaysIn, ownersIn } from "../identity/required-issuer.ts";
import { inviteOwner } from "../invitations/print-owner-link.ts";
import { withScope } from "../rls/scoped-db.ts";
import { issuers } from "../schema/identity.ts";
import { mailOwners } from "./mail-owners.ts";
import { findIssuer, type IssuerRow, isOfSide, noIssuer } from "./queries.ts";

const isOfCompany = (issuerId: Id) => and(eq(issuers.issuerId, issuerId), isOfSide(null));

/** What an owner sees before an issuer of the company becomes the only way in. */
export async function readRequirement(
  reader: DbOrTx,
  { sessionId }: Owner,
  issuerId: Id,
): Promise<IssuerRequirement> {
  await findIssuer(reader, isOfCompany(issuerId));
  const [signedInBy, people] = [
    await findIssuerOfSession(reader, sessionId),
    await findWaysIn(reader, issuerId),
  ];
  return { isCallerSignedInByIt: signedInBy?.issuer.issuerId === issuerId, people };
}

/**
 * Makes an issuer the only way in for the company's people, or allows passwords and passkeys again. The sign-ins of all
 * of them are locked, so that none that is under way makes a session which is not ended.
 */
export async function changeRequirement(
  deps: Deps,
  owner: Owner,
  issuerId: Id,
  { isRequired, recordVersion }: z.output<typeof calls.changeIssuerRequirement.body>,
): Promise<Issuer> {
  const run = async (opened: Change) => {
    const { tx } = opened;
    const [issuer] = await tx.select().from(issuers).where(isOfCompany(issuerId)).for("update");
    if (!issuer) return noIssuer();
    if (issuer.recordVersion !== recordVersion) throw conflictError("this single sign-on");
    if (isRequired !== (issuer.requiredSince !== null)) {
      if (isRequired) await turnOn(opened, owner, issuer);
      else await turnOff(opened, issuer);
      const event = isRequired ? "required" : "not-required";
      await mailOwners(opened, deps, { name: issuer.name, event, actor: companyActor(owner) });
    }
    return findIssuer(tx, isOfCompany(issuerId));
  };
  return change(withScope(deps, { role: "portal" }), owner, run, {
    lockFirst: async (tx) => {
      const people = await findAdmins(tx);
      await lockSignInsOf(
        tx,
        people.map((one) => one.userProfileId),
      );
      await lockAdmins(tx);
    },
  });
}

async function turnOn({ tx, at, record }: Change, owner: Owner, issuer: IssuerRow): Promise<void> {
  const { issuerId, name } = issuer;
  const other = await findRequiredIssuer(tx);
  if (other)
    throw conflict(
      "other-required",
      `${other.name} is the only way in already. Please allow passwords and passkeys again first. Nothing was changed.`,
    );
  const { isCallerSignedInByIt, people } = await readRequirement(tx, owner, issuerId);
  const ways = ownersIn(people);
  if (!isCallerSignedInByIt || !ways.includes(owner.userProfileId))
    throw conflict(
      "not-signed-in-by-it",
      `Sign out, sign in with ${name}, then try again: so it is sure that it lets you in. Nothing was changed.`,
    );
  if (ways.length < 2)
    throw conflict(
      "no-second-owner",
      `Only you would get in as an owner. Let another owner sign in with ${name} first, then try again. Nothing was changed.`,
    );
  await tx.update(issuers).set({ requiredSince: at }).where(eq(issuers.issuerId, issuerId));
  await endOwnSessions(
    tx,
    people.map((one) => one.userProfileId),
  );
  await record({ action: "issuer.require", subjectId: issuerId, organizationId: null, details: { name } });
}

async function turnOff({ tx, record }: Change, { issuerId, name }: IssuerRow): Promise<void> {
  await tx.update(issuers).set({ requiredSince: null }).where(eq(issuers.issuerId, issuerId));
  await record({ action: "issuer.allow-own", subjectId: issuerId, organizationId: null, details: { name } });
}

/** Makes someone an owner who gets in, for the operator of the server: passwords and passkeys work again with it. */
export async function admitOwner(
  deps: Deps,
  email: string,
  shown: { publicUrl: string; companyName: string },
): Promise<string> {
  return change(withScope(deps, { role: "portal" }), PORTAL, async (opened) => {
    const invited = await inviteOwner(opened, deps, email, shown);
    const issuer = await findRequiredIssuer(opened.tx);
    if (!issuer) return invited;
    await turnOff(opened, issuer);
    await mailOwners(opened, deps, { name: issuer.name, event: "not-required", actor: OPERATOR });
    return `${invited}\nThe company's people signed in only with ${issuer.name}. Passwords and passkeys work again.`;
  });
}
