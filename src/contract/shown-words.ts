import { z } from "zod";
import { SHOWN_CONSENTS } from "#domain/consent/consent.ts";

/** What a screen reports of the words that it showed. Without it, the record says that a program consented. */
export const ShownWords = z.strictObject({
  consent: z.enum(SHOWN_CONSENTS),
  /** The sentence of intent, which must be the portal's own. */
  intent: z.string().max(1000),
  /** The warning of letters that the PDF cannot show, as a refusal brought it. */
  warning: z.string().max(1000).optional(),
});

/** The same of a sign form, with the words of its box. Both must be the portal's own. */
export const ShownSigningWords = ShownWords.extend({ declaration: z.string().max(1000) });
