import { z } from "zod";
import { Id } from "#domain/id.ts";
import { Choice, ChoiceKind, MAX_TYPED, SearchHit } from "#domain/search/search-hit.ts";
import { defineAdminCall } from "../call.ts";

export const searchAll = defineAdminCall("POST", "search/admin", "viewer", {
  isReading: true,
  summary:
    "Records of every kind whose name, number, email or page has words that begin like the typed ones: at most five of each kind, latest first",
  body: z.strictObject({ q: z.string().max(MAX_TYPED) }),
  reply: z.array(SearchHit),
});

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
