import { eq } from "drizzle-orm";
import { type AdminRole, adminRoleLabel } from "#domain/account/admin-role.ts";
import { unlinkedName } from "#domain/account/person-name-fault.ts";
import { formatDateTime } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import type { ComposedMail, Deps, MailBrand } from "../deps.ts";
import { composeMail } from "../mail/compose-mail.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { organizations } from "../schema/organizations.ts";
import type { InvitationRow } from "./queries.ts";

type Invited = {
  token: string;
  inviterName: string;
  expiresAt: Date;
  /** Null: to the company, with a role. */
  organizationName: string | null;
  adminRole: AdminRole | null;
  permissionType: "read" | "write" | null;
};

/** The mail with the link of an invitation. */
export function composeInvitation(brand: MailBrand, publicUrl: string, invited: Invited): ComposedMail {
  const until = formatDateTime(invited.expiresAt.toISOString(), brand.timeZone);
  return composeMail(brand, {
    subject: `${brand.companyName} invites you to ${brand.productName}`,
    heading: `You are invited to ${brand.productName}`,
    paragraphs: [
      sentenceOf(brand, invited),
      `The link works once, until ${until}.`,
      "If you didn't expect this invitation, you can ignore this email.",
    ],
    button: { label: "Accept the invitation", href: invitationAddress(publicUrl, invited.token) },
  });
}

/** Browsers send the part behind "#" to no server, and a program that only follows links accepts nothing. */
export function invitationAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/invitation#${token}`;
}

function sentenceOf(
  { productName, companyName }: MailBrand,
  { organizationName, adminRole, permissionType, inviterName }: Invited,
): string {
  if (adminRole !== null) {
    const role = adminRoleLabel(adminRole).toLowerCase();
    const article = role === "viewer" ? "a" : "an";
    return `${unlinkedName(inviterName)} has invited you to work in ${productName}, the client portal of ${companyName}, as ${article} ${role}.`;
  }
  const may = permissionType === "write" ? "read and accept" : "read";
  return `${companyName} has invited you to ${productName}, its client portal. There you can ${may} the documents for ${organizationName}.`;
}

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
