import type { Dollars } from "#domain/decimal.ts";
import { findProfilesOfOrganization } from "../account/queries.ts";
import type { Tx } from "../db/database.ts";
import type { ComposedMail, Deps } from "../deps.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { InvoiceRow } from "./queries.ts";

/** Mails the people of an invoice's organization, each once for an event. Returns how many there are. */
export async function mailMembers(
  tx: Tx,
  deps: Deps,
  { invoiceId, organizationId }: Pick<InvoiceRow, "invoiceId" | "organizationId">,
  mail: ComposedMail,
  { event, waitingAmount }: { event: string; waitingAmount?: Dollars },
): Promise<number> {
  const members = await findProfilesOfOrganization(tx, organizationId);
  const about = { subjectId: invoiceId, organizationId };
  const options = { about, ...(waitingAmount !== undefined && { waitingAmount }) };
  for (const { email } of members) await queueMail(tx, deps, { to: email, ...options, ...mail }, event);
  return members.length;
}
