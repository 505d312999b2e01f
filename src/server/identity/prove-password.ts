import { and, eq } from "drizzle-orm";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { refundAttempt, spendAttempt } from "../http/rate-limit.ts";
import { authAccounts, type authUsers } from "../schema/identity.ts";
import { verifyPassword } from "./hash-password.ts";

const WRONG_PASSWORDS = 10;
const WINDOW_SECONDS = 600;

/** The row of a person's password. */
export const isPasswordOf = (authUserId: string | typeof authUsers.id) =>
  and(eq(authAccounts.userId, authUserId), eq(authAccounts.providerId, "credential"));

/**
 * Returns when it was set if this is the password of a signed-in person, or throws AppError "invalid". Takes a tenth of
 * a second by design. `deps` are those of the portal, `nothing` says what did not happen.
 */
export async function provePassword(
  deps: Deps,
  authUserId: string,
  password: string,
  nothing = "Nothing was changed.",
): Promise<Date> {
  const limit = { key: `own password ${authUserId}`, max: WRONG_PASSWORDS, windowSeconds: WINDOW_SECONDS };
  await spendAttempt(deps, [limit]);
  const [found] = await deps.db
    .select({ hash: authAccounts.password, setAt: authAccounts.updatedAt })
    .from(authAccounts)
    .where(isPasswordOf(authUserId));
  if (!found?.hash || !(await verifyPassword({ hash: found.hash, password }))) {
    throw new AppError("invalid", `This is not your current password. ${nothing}`, {
      reason: "wrong-password",
    });
  }
  await refundAttempt(deps, [limit]);
  return found.setAt;
}
