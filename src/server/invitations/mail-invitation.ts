import { eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { organizations } from "../schema/organizations.ts";
import { composeInvitation } from "./invitation-mail.ts";
import type { InvitationRow } from "./queries.ts";

type Notice = { token: string; inviterName: string };

/** Mails the link of an invitation. The mail is stored encrypted and erased once sent. */
export async function mailInvitation(
  tx: Tx,
  deps: Pick<Deps, "env" | "settings" | "queue" | "clock" | "secrets">,
  invitation: InvitationRow,
  { token, inviterName }: Notice,
): Promise<void> {
  const { email } = invitation;
  if (email === null) return;
  const mail = composeInvitation(deps.settings.now(), deps.env.publicUrl, {
    ...invitation,
    token,
    inviterName,
    organizationName: await nameOf(tx, invitation.organizationId),
  });
  const about = { subjectId: invitation.invitationId, organizationId: invitation.organizationId };
  await queueMail(tx, deps, { to: email, about, ...mail, carriesCode: true }, null);
}

async function nameOf(tx: Tx, organizationId: Id | null): Promise<string | null> {
  if (organizationId === null) return null;
  const { organizationName } = organizations;
  const [organization] = await tx
    .select({ organizationName })
    .from(organizations)
    .where(eq(organizations.organizationId, organizationId));
  return organization?.organizationName ?? null;
}
