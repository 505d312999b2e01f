import { and, eq } from "drizzle-orm";
import { documentTypeLabel } from "#domain/documents/unique-document.ts";
import { formatDateTime, formatDollars } from "#domain/format.ts";
import { shownTotal } from "#domain/pricing/shown-prices.ts";
import { userProfiles } from "../account/tables.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { Brand } from "../env.ts";
import { composeMail } from "../mail/compose-mail.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { notify } from "../notifications/notify.ts";
import { organizationPermissions } from "../permissions/tables.ts";
import type { ApprovedDocument } from "./render-document-pdf.job.ts";

/** Announces an approval to the organization: a notification for each member, a mail for each writer. */
export async function announceApproval(tx: Tx, deps: Deps, approved: ApprovedDocument): Promise<void> {
  const { document, decision } = approved;
  const event = `document.approved:${document.uniqueDocumentId}`;
  const path = `/doc/${document.slug}`;
  const message = `${document.name} was approved by ${decision.userName}`;
  await notify(tx, deps, { organization: document.organizationId }, { message, link: path, event });

  const mail = composeMail(deps.env.brand, {
    subject: message,
    heading: message,
    paragraphs: paragraphsOf(approved, deps.env.timeZone, deps.env.brand),
    button: { label: "Open the document", href: `${deps.env.publicUrl}${path}` },
  });
  for (const to of await findWriters(tx, document.organizationId)) {
    await queueMail(tx, deps, { to, ...mail }, event);
  }
}

function paragraphsOf({ document, decision, content }: ApprovedDocument, timeZone: string, brand: Brand) {
  const { externalId, documentType } = document;
  const by = `${decision.userName} (${decision.userEmail})`;
  const when = formatDateTime(decision.decidedAt.toISOString(), timeZone);
  const total = shownTotal("mail", content);
  return [
    `The ${documentTypeLabel(documentType)} ${externalId} from ${brand.companyName} was approved by ${by} on ${when}.`,
    ...(total === null ? [] : [`The total is ${formatDollars(total)}, including GST.`]),
    "The PDF of what was approved is ready with the document.",
  ];
}

async function findWriters(tx: Tx, organizationId: string): Promise<string[]> {
  const writers = await tx
    .select({ email: userProfiles.email })
    .from(organizationPermissions)
    .innerJoin(userProfiles, eq(userProfiles.userProfileId, organizationPermissions.userId))
    .where(
      and(
        eq(organizationPermissions.organizationId, organizationId),
        eq(organizationPermissions.permissionType, "write"),
      ),
    );
  return writers.map(({ email }) => email);
}
