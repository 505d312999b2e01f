import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/security.ts";
import { type Change, change } from "../access/change.ts";
import type { SignedIn } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { withScope } from "../rls/scoped-db.ts";
import { authAccounts } from "../schema/identity.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { endOtherSessions, isPasswordOf, lockSignIns } from "./confirm-sign-in.ts";
import { hashPassword } from "./hash-password.ts";
import { notifyOwner } from "./notify-account.ts";
import { provePassword, type Self } from "./prove-self.ts";
import { composePasswordChanged } from "./sign-in-mails.ts";

type Body = z.output<typeof calls.changePassword.body>;

/** Gives the caller another password, ends their other sessions, and mails them. */
export async function changePassword(
  deps: Deps,
  caller: SignedIn,
  request: Body,
): Promise<{ ended: number }> {
  const asPortal = withScope(deps, { role: "portal" });
  const { authUserId } = caller;
  const run = async (changing: Change, { provenSetAt, after }: Prepared) => {
    const { tx, at } = changing;
    const changed = await tx
      .update(authAccounts)
      .set({ password: after, updatedAt: at })
      // Hashing the same password again at a sign-in leaves its time as it is.
      .where(and(isPasswordOf(authUserId), eq(authAccounts.updatedAt, provenSetAt)))
      .returning({ id: authAccounts.id });
    if (changed.length === 0) {
      throw new AppError("conflict", "Your password was changed elsewhere. Please sign in again.");
    }
    const ended = await endOtherSessions(tx, caller);
    await notifyOwner(deps, changing, authUserId, {
      action: "password.change",
      details: { ended },
      compose: (brand, publicUrl) => composePasswordChanged(brand, publicUrl, at),
    });
    return { ended };
  };
  return change(asPortal, caller, run, {
    prepare: () => proveAndHash(asPortal, caller, request),
    lockFirst: (tx) => lockSignIns(tx, authUserId),
  });
}

type Prepared = { provenSetAt: Date; after: string };

/** Checks the password and hashes the new one: a tenth of a second each, by design. */
async function proveAndHash(deps: Deps, self: Self, request: Body): Promise<Prepared> {
  refuseCommonPassword(deps, request.newPassword);
  const provenSetAt = await provePassword(deps, self, request.currentPassword);
  return { provenSetAt, after: await hashPassword(request.newPassword) };
}
