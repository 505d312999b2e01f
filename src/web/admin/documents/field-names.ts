/** What people call the fields of a document. */
const NAMES: Readonly<Record<string, string>> = {
  name: "name",
  documentType: "type",
  invoice: "invoice",
  templateId: "template",
};

/** "name, type": fields in the order of the form. */
export function fieldNames(fields: readonly string[]): string {
  return fields.map((field) => NAMES[field] ?? field).join(", ");
}
