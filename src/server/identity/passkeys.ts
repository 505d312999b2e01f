import { and, asc, eq } from "drizzle-orm";
import { v7 } from "uuid";
import type { z } from "zod";
import type * as calls from "#contract/security.ts";
import {
  MAX_PASSKEYS,
  type Passkey,
  type PasskeyRequest,
  type PasskeySetup,
} from "#domain/account/passkey.ts";
import type { Id } from "#domain/id.ts";
import { type Change, change } from "../access/change.ts";
import type { SignedIn } from "../access/gates.ts";
import { AppError, conflict } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { withScope } from "../rls/scoped-db.ts";
import { authSessions, authUsers, passkeys } from "../schema/identity.ts";
import { endOtherSessions, endSessionsMadeWith, lockSignIns } from "./confirm-sign-in.ts";
import { nameBrowser } from "./known-devices.ts";
import { notifyOwner } from "./notify-account.ts";
import {
  CHALLENGE_LIFETIME_MS,
  makeChallenge,
  makePasskeyRequest,
  passkeySite,
} from "./passkey-challenge.ts";
import { reauthenticate, type SelfProof } from "./prove-self.ts";
import { hasFactor, limitWrongProofs, refuseLastFactor } from "./require-factor.ts";
import { lockWayIn, requireWayIn } from "./required-issuer.ts";
import { composePasskey, type PasskeyChange } from "./sign-in-mails.ts";
import { ALGORITHMS, userHandleOf, verifyAttestation, WRONG_PASSKEY } from "./verify-passkey.ts";

// People reach no table of the sign-in, so the portal reads and changes the caller's passkeys for them.

type PasskeyRow = typeof passkeys.$inferSelect;
type Sent = { proof: string | null };

const UNNAMED = "Passkey";

export async function findPasskeys(deps: Deps, { authUserId }: SignedIn): Promise<Passkey[]> {
  const rows = await rowsOf(withScope(deps, { role: "portal" }).db, authUserId);
  return rows.map(present);
}

/** What a browser needs to use a passkey of the caller, to show that it is them. */
export async function requestPasskeyChallenge(deps: Deps, { authUserId }: SignedIn): Promise<PasskeyRequest> {
  const rows = await rowsOf(withScope(deps, { role: "portal" }).db, authUserId);
  return makePasskeyRequest(deps, { of: "step-up", authUserId }, rows.map(describe));
}

/** What a browser needs to make a passkey. */
export async function preparePasskey(deps: Deps, { authUserId }: SignedIn): Promise<PasskeySetup> {
  const { db } = withScope(deps, { role: "portal" });
  const rows = await rowsOf(db, authUserId);
  refuseTooMany(rows);
  const [user] = await db.select().from(authUsers).where(eq(authUsers.id, authUserId));
  if (!user) throw new AppError("unauthenticated", "Your sign-in has just ended. Nothing was changed.");
  return {
    challenge: makeChallenge(deps, { of: "add", authUserId }),
    rp: { id: passkeySite(deps.env).rpId, name: deps.settings.now().productName },
    user: { id: userHandleOf(authUserId), name: user.email, displayName: user.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    timeout: CHALLENGE_LIFETIME_MS,
    attestation: "none",
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    excludeCredentials: rows.map(describe),
  };
}

/** Adds a passkey after re-authentication. The first factor ends sessions that a password alone made. */
export async function addPasskey(
  deps: Deps,
  caller: SignedIn,
  { passkey, proof }: z.output<typeof calls.addPasskey.body> & Sent,
): Promise<Passkey> {
  const asPortal = withScope(deps, { role: "portal" });
  const { authUserId, sessionId } = caller;
  const prepare = async () => {
    const self = await reauthenticate(asPortal, caller, proof);
    const made = await limitWrongProofs(deps, authUserId, () => verifyAttestation(deps, authUserId, passkey));
    return { self, made };
  };
  const run = async (changing: Change, { self, made }: Awaited<ReturnType<typeof prepare>>) => {
    const { tx, at } = changing;
    const { consume, ...key } = made;
    await self.consume(tx);
    await consume(tx);
    const hadFactor = await hasFactor(tx, authUserId);
    refuseTooMany(await rowsOf(tx, authUserId));
    const [session] = await tx.select().from(authSessions).where(eq(authSessions.id, sessionId));
    const name = nameBrowser(session?.userAgent ?? null) ?? UNNAMED;
    const transports = passkey.response.transports ?? [];
    const [added] = await tx
      .insert(passkeys)
      .values({ passkeyId: v7(), userId: authUserId, ...key, transports, name, createdAt: at })
      .onConflictDoNothing()
      .returning();
    if (!added) throw WRONG_PASSKEY;
    if (!hadFactor) await requireWayIn(tx);
    if (!hadFactor) await endOtherSessions(tx, caller);
    await notify(deps, changing, authUserId, { change: "add", name, isFirst: !hadFactor });
    return present(added);
  };
  return change(asPortal, caller, run, { prepare, lockFirst: (tx) => lockWayIn(tx, authUserId) });
}

export async function renamePasskey(
  deps: Deps,
  caller: SignedIn,
  { id, name }: { id: Id; name: string },
): Promise<Passkey> {
  return change(withScope(deps, { role: "portal" }), caller, async ({ tx, record }) => {
    const before = await findOwn(tx, caller, id);
    if (before.name === name) return present(before);
    await tx.update(passkeys).set({ name }).where(eq(passkeys.passkeyId, id));
    const details = { from: before.name, to: name };
    await record({ action: "passkey.rename", subjectId: caller.userProfileId ?? caller.authUserId, details });
    return present({ ...before, name });
  });
}

/** Removes a passkey, for someone who has re-authenticated. Anyone who signed in with it elsewhere is signed out. */
export async function removePasskey(
  deps: Deps,
  caller: SignedIn,
  { id, proof }: Sent & { id: Id },
): Promise<{ passkeyId: Id }> {
  const asPortal = withScope(deps, { role: "portal" });
  const { authUserId } = caller;
  const prepare = async () => {
    await findOwn(asPortal.db, caller, id);
    return reauthenticate(asPortal, caller, proof);
  };
  const run = async (changing: Change, self: SelfProof) => {
    const { tx } = changing;
    await self.consume(tx);
    const { name } = await findOwn(tx, caller, id);
    await tx.delete(passkeys).where(eq(passkeys.passkeyId, id));
    await refuseLastFactor(tx, authUserId);
    await endSessionsMadeWith(tx, id, caller);
    const isLast = !(await hasFactor(tx, authUserId));
    await notify(deps, changing, authUserId, { change: "remove", name, isLast });
    return { passkeyId: id };
  };
  return change(asPortal, caller, run, { prepare, lockFirst: (tx) => lockSignIns(tx, authUserId) });
}

function notify(deps: Deps, changing: Change, authUserId: string, done: PasskeyChange): Promise<void> {
  const { at } = changing;
  return notifyOwner(deps, changing, authUserId, {
    action: `passkey.${done.change}`,
    details: { name: done.name },
    compose: (brand, publicUrl) => composePasskey(brand, publicUrl, { ...done, at }),
  });
}

function rowsOf(reader: Pick<DbOrTx, "select">, authUserId: string) {
  return reader
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, authUserId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.passkeyId));
}

async function findOwn(
  reader: Pick<DbOrTx, "select">,
  { authUserId }: SignedIn,
  id: Id,
): Promise<PasskeyRow> {
  const [found] = await reader
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.passkeyId, id), eq(passkeys.userId, authUserId)));
  if (!found) throw new AppError("not-found", "There is no such passkey. Nothing was changed.");
  return found;
}

function refuseTooMany(rows: readonly PasskeyRow[]): void {
  if (rows.length < MAX_PASSKEYS) return;
  const message = `You have ${MAX_PASSKEYS} passkeys, and there is no room for more. Please remove one first.`;
  throw conflict("too-many-passkeys", message);
}

function describe({ credentialId, transports }: PasskeyRow) {
  return { type: "public-key" as const, id: credentialId, transports };
}

function present({ passkeyId, name, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return {
    passkeyId,
    name,
    addedAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
