import { z } from "zod";
import { Id } from "../id.ts";
import { VariableText } from "./own-variable.ts";

/** What people give for the variables of a page that no record says. */
export const VariableTexts = z.strictObject({
  /** Typed texts by the variable's name; an empty one leaves the variable as it is. */
  texts: z.record(z.string().max(60), VariableText),
  /** The person at the organization whom the document names as its contact. */
  contactId: Id.optional(),
  /** The last day on which the document is valid. */
  validUntil: z.iso.date("Please enter a day").optional(),
});
