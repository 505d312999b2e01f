import { z } from "zod";
import { chosenId, Id } from "../id.ts";
import { NO_INVOICE } from "../invoices/invoice.ts";
import { VariableTexts } from "../templates/own-variable.ts";
import { lineOfText } from "../typed-text.ts";
import { DocumentType } from "./unique-document.ts";
import { ValidUntil } from "./validity.ts";

/** What new documents begin as. */
export const BLANK_PAGE = "BLANK_PAGE";

const MISSING_TYPE = "Please select a document type";

const OrganizationId = chosenId("Please choose an organization");

/** The fields of a document that an editor decides (FORM-1). Its status follows from sending and deciding. */
export const DocumentDetails = z.strictObject({
  name: lineOfText(200, "Please enter a name"),
  documentType: z.string({ error: MISSING_TYPE }).pipe(z.enum(DocumentType.options, { error: MISSING_TYPE })),
  invoice: z.union([z.literal(NO_INVOICE), Id], { error: "Please choose an invoice" }),
  templateId: chosenId("Please select a template"),
  /** Null: it has no end. Left out: it stays, and a new document gets the day of its template. */
  validUntil: ValidUntil.nullable().optional(),
});
export type DocumentDetails = z.infer<typeof DocumentDetails>;

/** Only a new document names its organization, where it stays, and what fills the variables of its template. */
export const NewDocument = DocumentDetails.extend({
  organizationId: OrganizationId,
  ...VariableTexts.omit({ validUntil: true }).partial().shape,
});
export type NewDocument = z.infer<typeof NewDocument>;

export const DocumentCopy = z.strictObject({
  name: DocumentDetails.shape.name,
  organizationId: OrganizationId,
});
export type DocumentCopy = z.infer<typeof DocumentCopy>;

/** The details as someone read them. Those that an import brought need not follow the rules of the form. */
export const DetailsAsRead = z.strictObject({
  name: z.string(),
  documentType: DocumentType,
  invoice: z.union([z.literal(NO_INVOICE), Id]),
  templateId: Id.nullable(),
});
export type DetailsAsRead = z.infer<typeof DetailsAsRead>;

export function detailsOf(document: DetailsAsRead): DetailsAsRead {
  const { name, documentType, invoice, templateId } = document;
  return { name, documentType, invoice, templateId };
}

/** What a form offers as the template of a document that is there: its present one, or none. */
export function templatesFor(
  present: string | null,
  name: string | null,
): { templateId: string; name: string }[] {
  const blank = { templateId: BLANK_PAGE, name: "Blank page" };
  if (present === null || present === BLANK_PAGE) return [blank];
  return [blank, { templateId: present, name: name ?? present }];
}
