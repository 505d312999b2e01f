import { z } from "zod";
import { ListedMail } from "#domain/mail/listed-mail.ts";
import { defineAdminCall } from "../call.ts";

export const listMails = defineAdminCall("GET", "mail/admin/list", "viewer", {
  summary: "Every mail that the portal sends, with sample values and the company's settings",
  reply: z.array(ListedMail),
});
