import { z } from "zod";
import { ListedPerson, ManagedPerson } from "#domain/account/managed-person.ts";
import { Email, lastName, personName } from "#domain/account/user-profile.ts";
import { Id } from "#domain/id.ts";
import { PERSON_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { defineAdminCall, IdParams } from "../call.ts";
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
  params: IdParams,
  reply: ManagedPerson,
});

export const correctName = defineAdminCall("PATCH", "user-profile/admin/{id}/name", "owner", {
  summary: "Corrects a person's name; decisions and signatures keep the name of their day",
  params: IdParams,
  body: z.strictObject({
    firstName: personName("Please enter a first name"),
    lastName: lastName("Please enter a last name"),
  }),
  reply: ManagedPerson,
});

export const changeEmail = defineAdminCall("POST", "user-profile/admin/{id}/email", "owner", {
  summary:
    "Mails a link to a person's new email; it replaces the old one once its owner confirms it. Asks for the header `step-up`",
  params: IdParams,
  body: z.strictObject({ newEmail: Email }),
  reply: ManagedPerson,
});

export const endEmailChange = defineAdminCall("DELETE", "user-profile/admin/{id}/email", "owner", {
  summary: "Takes a new email back that nobody has confirmed; its link stops working",
  params: IdParams,
  reply: ManagedPerson,
});

export const resetFactor = defineAdminCall("DELETE", "user-profile/admin/{id}/second-factor", "owner", {
  summary:
    "Switches the lost second factor of another person off and signs them out; mails them and all owners. Asks for the header `step-up`",
  params: IdParams,
  reply: z.strictObject({ wasOn: z.boolean() }),
});

export const removePerson = defineAdminCall("DELETE", "user-profile/admin/{id}", "owner", {
  summary: "Removes a person for good and anonymises them; decisions and signatures keep their own copy",
  params: IdParams,
  reply: z.strictObject({ userProfileId: Id }),
});
