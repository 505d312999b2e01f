import { z } from "zod";
import { Id } from "../id.ts";

/** The kinds of records that forms of the company's side name. */
export const ChoiceKind = z.enum(["organization", "document", "invoice"]);
export type ChoiceKind = z.infer<typeof ChoiceKind>;

/** A record that a form can name. */
export const Choice = z.strictObject({
  id: Id,
  name: z.string(),
  /** The number of a document or invoice; null for an organization. */
  number: z.string().nullable(),
});
export type Choice = z.infer<typeof Choice>;
