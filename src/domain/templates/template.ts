import { z } from "zod";
import { SavedPage } from "../drafts/working-draft.ts";
import { Id } from "../id.ts";
import { RecordVersion, Timestamp } from "../record-fields.ts";
import { lineOfText } from "../typed-text.ts";
import { MAX_VARIABLES, OwnVariable } from "./own-variable.ts";

export const MAX_VALID_DAYS = 3650;

const DAYS = `Please enter a whole number from 1 to ${MAX_VALID_DAYS}`;

/** After how many days its documents end, unless someone chooses another last day; null: they have no end. */
export const ValidDays = z.int(DAYS).min(1, DAYS).max(MAX_VALID_DAYS, DAYS).nullable();

export const TemplateDetails = z.strictObject({
  name: lineOfText(200, "Please enter a name"),
  /** What it is for. */
  description: z.string().trim().max(500, "Please use at most 500 characters"),
  variables: z
    .array(OwnVariable)
    .max(MAX_VARIABLES, `A template has at most ${MAX_VARIABLES} variables of its own`)
    .refine(
      (all) => new Set(all.map(({ name }) => name)).size === all.length,
      "Each variable has its own name",
    ),
  /** Left out: it stays. */
  validDays: ValidDays.optional(),
});
export type TemplateDetails = z.infer<typeof TemplateDetails>;

/** A new template: with an empty page, or with the page of a document. */
export const NewTemplate = TemplateDetails.omit({ variables: true, validDays: true }).extend({
  uniqueDocumentId: Id.optional(),
});
export type NewTemplate = z.infer<typeof NewTemplate>;

export const Template = TemplateDetails.extend({
  validDays: ValidDays,
  templateId: Id,
  isRetired: z.boolean(),
  documents: z.int(),
  createdAt: Timestamp,
  /** The latest change of its details or of its page. */
  updatedAt: Timestamp,
  recordVersion: RecordVersion,
});
export type Template = z.infer<typeof Template>;

export const FullTemplate = Template.extend(SavedPage.shape).extend({
  /** The variables that its page names, in the order of the page. */
  referencedVariables: z.array(z.string()),
});
export type FullTemplate = z.infer<typeof FullTemplate>;

export function detailsOfTemplate({ name, description, variables }: TemplateDetails): TemplateDetails {
  return { name, description, variables };
}
