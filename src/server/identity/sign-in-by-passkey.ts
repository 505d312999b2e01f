import { createAuthEndpoint } from "@better-auth/core/api";
import type { BetterAuthPlugin } from "better-auth";
import { setSessionCookie } from "better-auth/cookies";
import { eq } from "drizzle-orm";
import { PasskeyAssertion } from "#domain/account/passkey.ts";
import type { Database, DbOrTx } from "../db/database.ts";
import { authUsers, passkeys } from "../schema/identity.ts";
import { currentCall } from "./library-call.ts";
import { UNVERIFIED_EMAIL } from "./sign-in-failure.ts";
import { type PasskeyDeps, verifyAssertion, WRONG_PASSKEY } from "./verify-passkey.ts";

type SignInDeps = PasskeyDeps & { database: Pick<Database, "db"> };

/** Signs in with a passkey. The library's plugin has no step-up, and no audit row in its transaction (decision 70). */
export function signInByPasskey(deps: SignInDeps) {
  return {
    id: "passkey-sign-in",
    endpoints: {
      signInByPasskey: createAuthEndpoint(
        "/sign-in/passkey",
        { method: "POST", body: PasskeyAssertion },
        async (call) => {
          const { db } = deps.database;
          const proven = await verifyAssertion(deps, db, { of: "sign-in" }, call.body);
          const user = await call.context.internalAdapter.findUserById(proven.authUserId);
          if (!user?.emailVerified) throw user ? UNVERIFIED_EMAIL : WRONG_PASSKEY;
          await proven.consume(db);
          currentCall().passkey = proven;
          const session = await call.context.internalAdapter.createSession(user.id);
          await setSessionCookie(call, { session, user });
          return call.json({ token: session.token });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

/** The email of the account that a passkey signs in to; empty for one that no one has. */
export async function emailOfPasskey(db: DbOrTx, credentialId: string): Promise<string> {
  const [found] = await db
    .select({ email: authUsers.email })
    .from(passkeys)
    .innerJoin(authUsers, eq(authUsers.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId));
  return found?.email ?? "";
}
