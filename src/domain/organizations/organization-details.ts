import { z } from "zod";
import { Email, StoredEmail } from "../account/user-profile.ts";
import { Abn } from "../agreements/identifiers.ts";
import { Id } from "../id.ts";
import { lineOfText, orNone, requiredText } from "../typed-text.ts";

const LegalName = lineOfText(200, "Please enter a legal name");
/** Several lines, as on an envelope. */
const BillingAddress = requiredText(500, "Please enter an address");
const Phone = lineOfText(40, "Please enter a phone number");
const BillingContact = lineOfText(200, "Please enter a name");

/** Who an organization is on paper, whom the company bills, and who looks after it. Only the company sees it. */
export const OrganizationDetails = z.strictObject({
  legalName: LegalName.nullable(),
  abn: Abn.nullable(),
  billingAddress: BillingAddress.nullable(),
  phone: Phone.nullable(),
  billingContact: BillingContact.nullable(),
  billingEmail: Email.nullable(),
  /** One of the company's own people. */
  ownerId: Id.nullable(),
});
export type OrganizationDetails = z.infer<typeof OrganizationDetails>;

export const ShownDetails = OrganizationDetails.extend({
  billingEmail: StoredEmail.nullable(),
  /** The present name of the owner. */
  ownerName: z.string().nullable(),
});
export type ShownDetails = z.infer<typeof ShownDetails>;

/** The details as people type them: an empty field is none. */
export const TypedDetails = z.strictObject({
  legalName: orNone(LegalName),
  abn: orNone(Abn),
  billingAddress: orNone(BillingAddress),
  phone: orNone(Phone),
  billingContact: orNone(BillingContact),
  billingEmail: orNone(Email),
  ownerId: orNone(Id),
});
export type TypedDetails = z.input<typeof TypedDetails>;

export function typeDetails({ ownerName: _, ...details }: ShownDetails): TypedDetails {
  return {
    legalName: details.legalName ?? "",
    abn: details.abn ?? "",
    billingAddress: details.billingAddress ?? "",
    phone: details.phone ?? "",
    billingContact: details.billingContact ?? "",
    billingEmail: details.billingEmail ?? "",
    ownerId: details.ownerId ?? "",
  };
}
