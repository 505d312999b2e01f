/** What people call the fields of a work order. */
const NAMES: Readonly<Record<string, string>> = {
  name: "name",
  description: "description",
  uniqueDocument: "document",
  invoice: "invoice",
  products: "products",
  discountPercent: "discount",
  discountName: "name of the discount",
  isOptional: "whether it is optional",
};

/** "name, products": fields in the order of the form. */
export function fieldNames(fields: readonly string[]): string {
  return fields.map((field) => NAMES[field] ?? field).join(", ");
}
