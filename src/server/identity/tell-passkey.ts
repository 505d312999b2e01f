import { eq, sql } from "drizzle-orm";
import type { Change } from "../access/change.ts";
import type { SignedIn } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { authUsers } from "../schema/identity.ts";
import { composePasskey, type PasskeyDeed } from "./sign-in-mails.ts";

const LAST_FACTOR = new AppError(
  "conflict",
  "You must have a second factor, and this passkey is your last. Please add another one first. Nothing was removed.",
  { reason: "last-factor" },
);

/** Throws AppError "conflict" if the person must have a factor and has none left. */
export async function refuseLastFactor(tx: Tx, authUserId: string): Promise<void> {
  const { rows } = await tx.execute<{ lacks: boolean }>(
    sql`select counterpart_lacks_factor(${authUserId}) as lacks`,
  );
  if (rows[0]?.lacks) throw LAST_FACTOR;
}

/** Writes down that a passkey came or went, and mails it to its owner. */
export async function tellPasskey(
  deps: Deps,
  { authUserId, userProfileId }: SignedIn,
  { tx, at, record }: Change,
  done: PasskeyDeed,
): Promise<void> {
  const subjectId = userProfileId ?? authUserId;
  await record({ action: `passkey.${done.deed}`, subjectId, details: { name: done.name } });
  const mail = composePasskey(deps.settings.now(), deps.env.publicUrl, { ...done, at });
  const user = eq(authUsers.id, authUserId);
  for (const { email } of await tx.select({ email: authUsers.email }).from(authUsers).where(user))
    await queueMail(tx, deps, { to: email, about: { subjectId, organizationId: null }, ...mail }, null);
}
