import type { z } from "zod";
import { mailElsewhere } from "./admin/delivery.ts";
import { sendDocument } from "./admin/drafts.ts";
import { importOrganizations, importPeople } from "./admin/imports.ts";
import {
  addClient,
  deactivateOrganization,
  verifyOrganization,
  verifyOrganizations,
} from "./admin/organizations.ts";
import {
  changeAdminRole,
  changeEmail,
  endEmailChange,
  endInvitation,
  erasePerson,
  exportPerson,
  inviteAdmin,
  removePerson,
  resendInvitation,
  resetFactor,
} from "./admin/people.ts";
import {
  changePermission,
  endMemberInvitation,
  endPermission,
  grantRequest,
  inviteMember,
  refuseRequest,
  resendMemberInvitation,
} from "./admin/permissions.ts";
import {
  addCompanyIssuer,
  addIssuerFor,
  changeIssuer,
  changeIssuerRequirement,
  removeIssuer,
} from "./admin/single-sign-on.ts";
import { type Call, STEP_UP } from "./call.ts";

/** How long a confirmation holds in its session. */
export const CONFIRMATION_MINUTES = 10;

type Subject =
  | "The company's people"
  | "Sign-in of a person"
  | "Data of a person"
  | "A client's people"
  | "Clients";
type ConfirmedCall = { subject: Subject; call: Call; what: string; applies: (body: unknown) => boolean };

/**
 * The calls of the company's people that need a confirmation of the last CONFIRMATION_MINUTES: whatever gives or takes
 * access, and what takes or erases all data of a person. docs/security.md has them as a table. Accepting and signing have rules of their own (decision 40).
 */
export const CONFIRMED_CALLS: readonly ConfirmedCall[] = [
  confirmed("The company's people", inviteAdmin, "Invite a colleague"),
  confirmed("The company's people", resendInvitation, "Send a colleague's invitation again"),
  confirmed("The company's people", endInvitation, "Withdraw a colleague's invitation"),
  confirmed("The company's people", changeAdminRole, "Change or remove a colleague's role"),
  confirmed("The company's people", addCompanyIssuer, "Add single sign-on of the company"),
  confirmed("The company's people", changeIssuer, "Change single sign-on"),
  confirmed("The company's people", changeIssuerRequirement, "Make single sign-on the only way in, or not"),
  confirmed("The company's people", removeIssuer, "Remove single sign-on"),
  confirmed("Sign-in of a person", changeEmail, "Ask for a new email"),
  confirmed("Sign-in of a person", endEmailChange, "Withdraw a new email"),
  confirmed("Sign-in of a person", resetFactor, "Reset two-step sign-in"),
  confirmed("Sign-in of a person", removePerson, "Remove a person for good"),
  confirmed("Data of a person", exportPerson, "Download everything that is stored of a person"),
  confirmed("Data of a person", erasePerson, "Erase a person from the portal and its records"),
  confirmed("A client's people", inviteMember, "Invite a person"),
  confirmed("A client's people", resendMemberInvitation, "Send an invitation again"),
  confirmed("A client's people", endMemberInvitation, "Withdraw an invitation"),
  confirmed("A client's people", mailElsewhere, "Invite a recipient by another email"),
  confirmed(
    "A client's people",
    sendDocument,
    "Send a document to a new person who may accept",
    ({ recipients }) => recipients?.newPeople.some((person) => person.permissionType === "write") ?? false,
  ),
  confirmed("A client's people", grantRequest, "Grant a request for a person"),
  confirmed("A client's people", refuseRequest, "Refuse a request for a person"),
  confirmed("A client's people", changePermission, "Change a right"),
  confirmed("A client's people", endPermission, "Remove a person from a client"),
  confirmed("A client's people", addIssuerFor, "Add single sign-on of a client"),
  confirmed("A client's people", importPeople, "Import people"),
  confirmed(
    "A client's people",
    importOrganizations,
    "Import clients and invite their people",
    ({ invites }) => invites === true,
  ),
  confirmed("Clients", addClient, "Add a client with its first person"),
  confirmed("Clients", verifyOrganization, "Make a client active"),
  confirmed("Clients", verifyOrganizations, "Make several clients active"),
  confirmed("Clients", deactivateOrganization, "Deactivate a client"),
];

function confirmed<C extends Call>(
  subject: Subject,
  call: C,
  what: string,
  applies: (body: z.output<C["body"]>) => boolean = () => true,
): ConfirmedCall {
  return { subject, call, what, applies: applies as ConfirmedCall["applies"] };
}

/** Whether this request needs a confirmation. `body`: as the call's schema has read it. */
export function needsConfirmation(call: Call, body: unknown): boolean {
  return CONFIRMED_CALLS.some((one) => one.call === call && one.applies(body));
}

/** The sentence of the API's documentation. */
export function describeConfirmation(call: Call): string {
  const found = CONFIRMED_CALLS.find((one) => one.call === call);
  return found
    ? ` Asks for the header \`${STEP_UP}\`, once in ${CONFIRMATION_MINUTES} minutes: ${found.what}.`
    : "";
}
