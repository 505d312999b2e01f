import { isStandardVariable, STANDARD_VARIABLES } from "../page/standard-variables.ts";
import type { OwnVariable } from "./own-variable.ts";

/** The variables whose text follows from the person whom a document names as its contact. */
const OF_CONTACT = "contact.";
export const VALID_UNTIL = "document.valid-until";

/** What people read for a variable. One that nobody declares reads as its name. */
export function variableLabel(name: string, own: readonly OwnVariable[]): string {
  if (isStandardVariable(name)) return STANDARD_VARIABLES[name];
  return own.find((one) => one.name === name)?.label ?? name;
}

export type Asked = {
  /** Whether the page names the contact. */
  contact: boolean;
  /** Whether the page names an end date. */
  validUntil: boolean;
  /** The variables that somebody types, with the text that they begin with. */
  typed: OwnVariable[];
};

/** What is asked for when a document is made of a page that names these variables. Others follow from records. */
export function askedFor(named: readonly string[], own: readonly OwnVariable[]): Asked {
  const typed = named
    .filter((name) => !isStandardVariable(name))
    .map((name) => own.find((one) => one.name === name) ?? { name, label: name, default: "" });
  return {
    contact: named.some((name) => name.startsWith(OF_CONTACT)),
    validUntil: named.includes(VALID_UNTIL),
    typed,
  };
}
