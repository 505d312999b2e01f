import { z } from "zod";
import { Email, lastName, personName, StoredEmail } from "../account/user-profile.ts";
import { Id } from "../id.ts";
import { PermissionType } from "../permissions/organization-permission.ts";

/** Whom a document is sent to, and colleagues who get a copy of the mail. */
export const RECIPIENT_KINDS = ["TO", "CC"] as const;

/** The most people of each sort that one sending mails. */
export const MAX_RECIPIENTS = 200;
const MAX_NEW = 20;

/** Someone who is invited to the organization by the sending itself. */
export const NewRecipient = z.strictObject({
  email: Email,
  firstName: personName("Please enter a first name"),
  lastName: lastName("Please enter a last name"),
  permissionType: PermissionType,
});
export type NewRecipient = z.infer<typeof NewRecipient>;

const ids = z.array(Id).max(MAX_RECIPIENTS, `Please choose at most ${MAX_RECIPIENTS} people of each sort`);

/** Who is mailed when a document is sent. Who may read it does not depend on it. */
export const ChosenRecipients = z.strictObject({
  /** Members of the organization, by their `userProfileId`. */
  members: ids,
  /** People who are invited to the organization and have not joined, by their `invitationId`. */
  invited: ids,
  /** The company's own people who get a copy, by their `userProfileId`. */
  colleagues: ids,
  /** People who are invited by this sending. */
  newPeople: z.array(NewRecipient).max(MAX_NEW),
});
export type ChosenRecipients = z.infer<typeof ChosenRecipients>;

/** Those who are chosen beforehand: all but people who are invited by a sending. */
export const KnownRecipients = ChosenRecipients.omit({ newPeople: true });
export type KnownRecipients = z.infer<typeof KnownRecipients>;

const Candidate = z.strictObject({ name: z.string(), email: StoredEmail });
const Member = Candidate.extend({ userProfileId: Id, permissionType: PermissionType });
const Invited = Candidate.extend({ invitationId: Id, permissionType: PermissionType });
const CompanyPerson = Candidate.extend({ userProfileId: Id });

/** Who can be chosen as a recipient of an organization's documents, who is at first, and who was last time. */
export const RecipientChoices = z.strictObject({
  members: z.array(Member),
  invited: z.array(Invited),
  colleagues: z.array(CompanyPerson),
  /** The recipients of the document that the organization was sent last, as far as they still can be chosen; null: none. */
  last: KnownRecipients.nullable(),
  /** The recipients that the company set for the organization, as far as they still can be chosen; null: all its people. */
  usual: KnownRecipients.nullable(),
});
export type RecipientChoices = z.infer<typeof RecipientChoices>;
