import type { OwnerConnection } from "../db/database.ts";
import type { Head } from "./describe-backup.ts";

const WHY =
  "The portal was restored from a backup, and this mail may have been sent after the backup was made.";

/**
 * Takes back what must not go on after a return to an earlier moment, in the transaction of the restore: sign-ins and
 * codes that may have ended since, and mails that the portal may have sent since. The company reads those at its home.
 */
export async function holdBack(owner: OwnerConnection, head: Head): Promise<void> {
  await owner.query("delete from session; delete from verification");
  const ofMails = head.tables.find(({ name }) => name === "public.mails")?.columns ?? [];
  if (ofMails.includes("given_up_at") && ofMails.includes("failure"))
    await owner.query(
      "update mails set given_up_at = now(), failure = $1 where sent_at is null and given_up_at is null",
      [WHY],
    );
  await owner.query("delete from pgboss.job where name = 'send-mail' and state < 'completed'");
}
