/** The variables that every portal has, by the name that stands in a text. Names of their own have no dot. */
export const STANDARD_VARIABLES = {
  "client.name": "Client: name",
  "contact.name": "Contact: name",
  "contact.first-name": "Contact: first name",
  "contact.email": "Contact: email",
  "document.name": "Document: name",
  "document.number": "Document: number",
  "document.type": "Document: type",
  "document.date": "Document: date",
  "document.valid-until": "Document: valid until",
  "company.name": "Our company: name",
  "company.abn": "Our company: ABN",
  "company.address": "Our company: address",
  "company.site": "Our company: website",
  "company.portal": "Our company: name of the portal",
  "author.name": "Author: name",
  "author.first-name": "Author: first name",
  "author.email": "Author: email",
  today: "Today's date",
} as const;
export type StandardVariable = keyof typeof STANDARD_VARIABLES;

export function isStandardVariable(name: string): name is StandardVariable {
  return Object.hasOwn(STANDARD_VARIABLES, name);
}

/** A variable as it stands in a text: "{{client.name}}". */
export function tokenOf(name: string): string {
  return `{{${name}}}`;
}
