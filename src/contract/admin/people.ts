import { z } from "zod";
import { AdminRole } from "#domain/account/admin-role.ts";
import { AdminProfile, ListedPerson, ManagedPerson } from "#domain/account/managed-person.ts";
import { Erasure, ErasurePreview, PersonalDataLink } from "#domain/account/personal-data.ts";
import { Email, lastName, personName } from "#domain/account/user-profile.ts";
import { Id } from "#domain/id.ts";
import { PendingInvitation } from "#domain/invitations/invitation.ts";
import { PERSON_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { defineAdminCall } from "../call.ts";
import { ListPage, listQuery } from "../list-query.ts";

export const listPeople = defineAdminCall("GET", "user-profile/admin/list", "viewer", {
  staleAfter: ["permission", "person"],
  summary: "The people of all organizations and of the company, with their memberships and last sign-in",
  query: listQuery(PERSON_LIST_COLUMNS),
  reply: z.array(ListedPerson),
  page: ListPage,
});

export const getPerson = defineAdminCall("GET", "user-profile/admin/{id}", "viewer", {
  staleAfter: ["permission", "person"],
  summary: "One person, with their pending invitations and an email that is not confirmed yet",
  reply: ManagedPerson,
});

export const correctName = defineAdminCall("PATCH", "user-profile/admin/{id}/name", "owner", {
  summary: "Corrects a person's name; decisions and signatures keep the name of their day",
  body: z.strictObject({
    firstName: personName("Please enter a first name"),
    lastName: lastName("Please enter a last name"),
  }),
  reply: ManagedPerson,
});

export const changeEmail = defineAdminCall("POST", "user-profile/admin/{id}/email", "owner", {
  summary: "Mails a link to a person's new email; it replaces the old one once its owner confirms it",
  body: z.strictObject({ newEmail: Email }),
  reply: ManagedPerson,
});

export const endEmailChange = defineAdminCall("DELETE", "user-profile/admin/{id}/email", "owner", {
  summary: "Withdraws an unconfirmed new email; its link stops working",
  reply: ManagedPerson,
});

export const resetFactor = defineAdminCall("DELETE", "user-profile/admin/{id}/second-factor", "owner", {
  summary: "Turns off the lost second factor of another person and signs them out; mails them and all owners",
  reply: z.strictObject({ wasOn: z.boolean() }),
});

export const removePerson = defineAdminCall("DELETE", "user-profile/admin/{id}", "owner", {
  summary: "Removes a person for good and anonymises them; decisions and signatures keep their own copy",
  reply: z.strictObject({ userProfileId: Id }),
});

export const exportPerson = defineAdminCall("POST", "user-profile/admin/{id}/data", "owner", {
  summary: "A link to a JSON file of everything that the portal stores of a person, which works for a minute",
  reply: PersonalDataLink,
});

export const previewErasure = defineAdminCall("GET", "user-profile/admin/{id}/erasure", "owner", {
  staleAfter: ["permission", "person"],
  summary: "What erasing a person would remove, and what would stay without their name",
  reply: ErasurePreview,
});

export const erasePerson = defineAdminCall("POST", "user-profile/admin/{id}/erase", "owner", {
  summary: "Removes a person for good and erases their name, email and addresses from all records and PDFs",
  reply: Erasure,
});

export const listAdmins = defineAdminCall("GET", "company/admin/list", "viewer", {
  staleAfter: ["permission", "person"],
  summary: "The company's own people and their roles",
  reply: z.array(AdminProfile),
});

export const changeAdminRole = defineAdminCall("PATCH", "user-profile/admin/{id}", "owner", {
  summary: "Gives one of the company's own people another role or, with null, none; the last owner stays one",
  body: z.strictObject({ adminRole: AdminRole.nullable() }),
  reply: AdminProfile.extend({ adminRole: AdminRole.nullable() }),
});

export const listCompanyInvitations = defineAdminCall("GET", "invitation/admin/list", "viewer", {
  staleAfter: ["permission"],
  summary: "The people who are invited to work for the company and have not joined yet",
  reply: z.array(PendingInvitation),
});

export const inviteAdmin = defineAdminCall("POST", "invitation/admin", "owner", {
  summary: "Invites a person by mail to work for the company; a second invitation replaces the first",
  body: z.strictObject({ email: Email, adminRole: AdminRole }),
  reply: PendingInvitation,
});

export const resendInvitation = defineAdminCall("POST", "invitation/admin/{id}/resend", "owner", {
  summary: "Mails an invitation to the company again with a new link; the old link stops working",
  reply: PendingInvitation,
});

export const endInvitation = defineAdminCall("DELETE", "invitation/admin/{id}", "owner", {
  summary: "Takes an invitation to the company back: its link stops working at once",
  reply: z.strictObject({ invitationId: Id }),
});
