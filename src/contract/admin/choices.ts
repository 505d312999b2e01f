import { z } from "zod";
import { Choice, ChoiceKind } from "#domain/choices/choice.ts";
import { Id } from "#domain/id.ts";
import { defineAdminCall } from "../call.ts";

export const findChoices = defineAdminCall("GET", "choice/admin/{of}", "viewer", {
  summary:
    "Records that a form can name: organizations, or the documents or invoices of one; those that fit best",
  params: z.strictObject({ of: ChoiceKind }),
  query: z.strictObject({
    /** What the name or number must contain. */
    q: z.string().max(200).optional(),
    /** Whose documents or invoices. */
    organizationId: Id.optional(),
  }),
  reply: z.array(Choice),
});
