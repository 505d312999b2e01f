import { z } from "zod";
import { ListedMail } from "#domain/mail/listed-mail.ts";
import { defineCall } from "../call.ts";

export const listMails = defineCall({
  method: "GET",
  path: "mail/admin/list",
  who: "viewer",
  reach: "every-organization",
  summary: "Every mail that the portal sends, with sample values and the company's settings",
  reply: z.array(ListedMail),
});
