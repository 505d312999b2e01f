import { and, eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { type Change, change } from "../access/change.ts";
import type { SignedIn } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { isWithin } from "../identity/issuer-session.ts";
import { notifyOwner } from "../identity/notify-account.ts";
import { confirmSelf } from "../identity/prove-self.ts";
import { lockWayIn, requireWayIn } from "../identity/required-issuer.ts";
import { withScope } from "../rls/scoped-db.ts";
import { issuers, linkedIdentities } from "../schema/identity.ts";
import { composeLinkedIdentity } from "./issuer-mail.ts";

/** Unlinks a sign-in at an issuer, after a step-up. Its sessions end with it. A session of an issuer finds only its own side's. */
export async function unlinkIdentity(
  deps: Deps,
  caller: SignedIn,
  linkedIdentityId: Id,
  proof: string | null,
): Promise<{ linkedIdentityId: Id }> {
  const { authUserId, limitedTo } = caller;
  const asPortal = withScope(deps, { role: "portal" });
  const which = and(
    eq(linkedIdentities.linkedIdentityId, linkedIdentityId),
    eq(linkedIdentities.userId, authUserId),
    isWithin(linkedIdentities.linkedIdentityId, limitedTo),
  );
  const prepare = async () => {
    if ((await asPortal.db.$count(linkedIdentities, which)) === 0) throw UNKNOWN;
    await confirmSelf(deps, caller, proof);
  };
  const run = async (opened: Change) => {
    const { tx, at } = opened;
    const [removed] = await tx.delete(linkedIdentities).where(which).returning();
    if (!removed) throw UNKNOWN;
    await requireWayIn(tx);
    const { issuerId } = removed;
    const [issuer] = await tx.select().from(issuers).where(eq(issuers.issuerId, issuerId));
    const name = issuer?.name ?? "";
    await notifyOwner(deps, opened, authUserId, {
      action: "identity.unlink",
      details: { name },
      compose: (brand, publicUrl) => composeLinkedIdentity(brand, publicUrl, { name, isLinked: false, at }),
    });
    return { linkedIdentityId };
  };
  return change(asPortal, caller, run, { prepare, lockFirst: (tx) => lockWayIn(tx, authUserId) });
}

const UNKNOWN = new AppError("not-found", "There is no such sign-in of yours. Nothing was changed.");
