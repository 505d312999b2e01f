import { eq } from "drizzle-orm";
import { z } from "zod";
import type * as calls from "#contract/security.ts";
import { BACKUP_CODES, type FactorSetup, type SecondFactor } from "#domain/account/sign-in.ts";
import { type Change, change } from "../access/change.ts";
import type { SignedIn } from "../access/gates.ts";
import { AppError, conflict } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { drawQr } from "../draw-qr.ts";
import { withScope } from "../rls/scoped-db.ts";
import { APP, secondFactors } from "../schema/identity.ts";
import { randomLetters } from "./code-limits.ts";
import { endOtherSessions, endSessionsMadeWith, lockSignIns } from "./confirm-sign-in.ts";
import { consumeOnce } from "./consume-once.ts";
import { notifyOwner, readOwner } from "./notify-account.ts";
import { provePassword, reauthenticate, type Self, type SelfProof } from "./prove-self.ts";
import { consumeCode, findFactors, hashBackupCode, limitWrongCodes } from "./require-factor.ts";
import { lockWayIn, requireWayIn } from "./required-issuer.ts";
import { composeSecondFactor } from "./sign-in-mails.ts";
import { findTotpStep, makeTotpSecret, totpAddress } from "./totp.ts";

// People reach no table of the sign-in, so the portal reads and changes the caller's factor for them.

const SETUP_LIFETIME_MS = 3_600_000;
const GROUP_LENGTH = 5;
export const OFF: SecondFactor = { isOn: false, since: null, backupCodesLeft: 0 };

type Proof = { proof: string | null };

/** A setup's content. Until the person confirms it, it is sealed for them and not stored. */
const Setup = z.strictObject({
  authUserId: z.string(),
  secret: z.string(),
  backupCodes: z.array(z.string()),
  madeAt: z.number(),
});

export async function readSecondFactor(deps: Deps, { authUserId }: SignedIn): Promise<SecondFactor> {
  const [stored] = await withScope(deps, { role: "portal" })
    .db.select()
    .from(secondFactors)
    .where(eq(secondFactors.userId, authUserId));
  if (!stored) return OFF;
  return { isOn: true, since: stored.createdAt.toISOString(), backupCodesLeft: stored.backupCodes.length };
}

export async function prepareSecondFactor(deps: Deps, { authUserId }: SignedIn): Promise<FactorSetup> {
  const { email } = await readOwner(withScope(deps, { role: "portal" }).db, authUserId);
  const [secret, backupCodes] = [makeTotpSecret(), Array.from({ length: BACKUP_CODES }, makeBackupCode)];
  const { productName } = deps.settings.now();
  return {
    setup: sealSetup(deps, { authUserId, secret, backupCodes }),
    secret,
    qr: drawQr(totpAddress({ secret, email, issuer: productName })),
    backupCodes,
  };
}

/** What the person sends back with the first code. */
export function sealSetup(
  { secrets, clock }: Pick<Deps, "secrets" | "clock">,
  setup: Omit<z.infer<typeof Setup>, "madeAt">,
): string {
  return secrets.seal(JSON.stringify({ ...setup, madeAt: clock().getTime() }));
}

/** Switches the factor on. Anyone who signed in elsewhere with the password alone is signed out. */
export async function addSecondFactor(
  deps: Deps,
  caller: SignedIn,
  { password, setup: sealed, code, proof }: z.output<typeof calls.addSecondFactor.body> & Proof,
): Promise<SecondFactor> {
  const asPortal = withScope(deps, { role: "portal" });
  const { authUserId } = caller;
  const prepare = async () => {
    await provePassword(asPortal, caller, password);
    const self = await provePasskey(asPortal, caller, proof);
    const { secret, backupCodes } = openSetup(deps, authUserId, sealed);
    let lastStep: number | null = null;
    await limitWrongCodes(deps, authUserId, async () => {
      lastStep = findTotpStep(secret, code, deps.clock());
      return lastStep !== null;
    });
    return { self, sealedSecret: deps.secrets.seal(secret), backupCodes, lastStep: lastStep ?? 0 };
  };
  const run = async (changing: Change, prepared: Awaited<ReturnType<typeof prepare>>) => {
    const { self, backupCodes, ...stored } = prepared;
    const { tx, at } = changing;
    await self?.consume(tx);
    const hashes = backupCodes.map((one) => hashBackupCode(deps.secrets, authUserId, one));
    const added = await tx
      .insert(secondFactors)
      .values({ userId: authUserId, backupCodes: hashes, createdAt: at, ...stored })
      .onConflictDoNothing()
      .returning();
    if (added.length === 0)
      throw conflict("second-factor-on", "Two-step sign-in is on already. Nothing was changed.");
    if (!(await consumeOnce(tx, deps, "second-factor setup", sealed))) throw setupOver();
    await endOtherSessions(tx, caller);
    await notify(deps, changing, authUserId, true);
    return { isOn: true, since: at.toISOString(), backupCodesLeft: hashes.length };
  };
  return change(asPortal, caller, run, { prepare, lockFirst: (tx) => lockSignIns(tx, authUserId) });
}

/** Anyone who has passkeys adds an app with one of them, so that a password alone adds none. */
async function provePasskey(deps: Deps, self: Self, proof: string | null): Promise<SelfProof | null> {
  const { hasApp, hasPasskey } = await findFactors(deps.db, self.authUserId);
  return hasPasskey && !hasApp ? reauthenticate(deps, self, proof) : null;
}

/** Switches the factor off, with the password and a code. Anyone who signed in with it elsewhere is signed out. */
export async function removeSecondFactor(
  deps: Deps,
  caller: SignedIn,
  { password, code }: z.output<typeof calls.removeSecondFactor.body>,
): Promise<SecondFactor> {
  const asPortal = withScope(deps, { role: "portal" });
  const { authUserId } = caller;
  const prepare = async () => {
    await provePassword(asPortal, caller, password);
    if (!(await readSecondFactor(deps, caller)).isOn) return;
    await limitWrongCodes(deps, authUserId, () => consumeCode(asPortal.db, deps, authUserId, code));
  };
  const run = async (changing: Change) => {
    const removed = await changing.tx
      .delete(secondFactors)
      .where(eq(secondFactors.userId, authUserId))
      .returning();
    if (removed.length > 0) {
      await requireWayIn(changing.tx);
      await endSessionsMadeWith(changing.tx, APP, caller);
      await notify(deps, changing, authUserId, false);
    }
    return OFF;
  };
  return change(asPortal, caller, run, { prepare, lockFirst: (tx) => lockWayIn(tx, authUserId) });
}

async function notify(deps: Deps, changing: Change, authUserId: string, isOn: boolean): Promise<void> {
  const { hasPasskey } = await findFactors(changing.tx, authUserId);
  const { at } = changing;
  await notifyOwner(deps, changing, authUserId, {
    action: isOn ? "second-factor.add" : "second-factor.remove",
    details: {},
    compose: (brand, publicUrl) => composeSecondFactor(brand, publicUrl, { isOn, hasPasskey, at }),
  });
}

/** A setup of another person answers like an expired one. */
function openSetup({ secrets, clock }: Deps, authUserId: string, sealed: string): z.infer<typeof Setup> {
  const setup = Setup.safeParse(readSealed(secrets, sealed)).data;
  const isOpen = setup?.authUserId === authUserId && clock().getTime() - setup.madeAt < SETUP_LIFETIME_MS;
  if (!isOpen) throw setupOver();
  return setup;
}

function setupOver(): AppError {
  const message = "This QR code is no longer valid. Nothing was changed. Please begin again with a new one.";
  return new AppError("invalid", message, { reason: "setup-over" });
}

function readSealed(secrets: Deps["secrets"], sealed: string): unknown {
  try {
    return JSON.parse(secrets.open(sealed));
  } catch {
    return null;
  }
}

function makeBackupCode(): string {
  return `${randomLetters(GROUP_LENGTH)}-${randomLetters(GROUP_LENGTH)}`;
}
