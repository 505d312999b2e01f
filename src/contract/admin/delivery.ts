import { z } from "zod";
import { Email } from "#domain/account/user-profile.ts";
import { Delivery } from "#domain/documents/delivery.ts";
import { Id } from "#domain/id.ts";
import { defineAdminCall } from "../call.ts";

export const getDelivery = defineAdminCall("GET", "unique-document/admin/{id}/delivery", "viewer", {
  staleAfter: ["document", "mail", "permission", "person"],
  summary: "Whom the newest version of a document was emailed to, and whether each email was sent or refused",
  reply: Delivery,
});

export const mailAgain = defineAdminCall("POST", "unique-document/admin/{id}/delivery/again", "editor", {
  summary: "Sends a refused email about a document again, to its recipient's present email",
  body: z.strictObject({ mailId: Id }),
  reply: Delivery,
});

export const mailElsewhere = defineAdminCall(
  "POST",
  "unique-document/admin/{id}/delivery/elsewhere",
  "editor",
  {
    summary:
      "Withdraws the invitation of someone whose email about a document was refused, and invites them by another email with the document",
    body: z.strictObject({ mailId: Id, email: Email }),
    reply: Delivery,
  },
);
