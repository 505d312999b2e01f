import { z } from "zod";
import { Id } from "../id.ts";
import { comparableText } from "../lists/comparable-text.ts";
import { isStandardVariable, STANDARD_VARIABLES } from "../page/standard-variables.ts";
import { lineOfText, tooLong } from "../typed-text.ts";

export const MAX_VARIABLE_LENGTH = 1000;
export const MAX_VARIABLES = 30;

/** A text that someone types in place of a variable; empty: none yet. */
const VariableText = z.string().trim().max(MAX_VARIABLE_LENGTH, tooLong(MAX_VARIABLE_LENGTH));

/** A variable of a template's own. Anyone who makes a document of the template is asked for it. */
export const OwnVariable = z.strictObject({
  /** As it stands in texts: "start-date". */
  name: z
    .string()
    .max(40, "Please use at most 40 characters")
    .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, "Please use small letters, digits and dashes")
    .refine((name) => !isStandardVariable(name), "The portal has a variable of this name"),
  /** What people who fill it in read. */
  label: lineOfText(80, "Please enter what people read"),
  /** The text that the form begins with. */
  default: VariableText,
});
export type OwnVariable = z.infer<typeof OwnVariable>;

/** A name for a variable with this label that no other one has. */
export function variableNameFor(label: string, taken: readonly string[]): string {
  const words = comparableText(label)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[-0-9]+|-+$/g, "")
    .slice(0, 32)
    .replace(/-+$/, "");
  // A label in another script has no letter for a name.
  const stem = words || "text";
  const isFree = (name: string) => !taken.includes(name) && !isStandardVariable(name);
  let name = stem;
  for (let n = 2; !isFree(name); n += 1) name = `${stem}-${n}`;
  return name;
}

/** What people give for the variables of a page that no record says. */
export const VariableTexts = z.strictObject({
  /** Typed texts by the variable's name; an empty one leaves the variable as it is. */
  texts: z.record(z.string().max(60), VariableText),
  /** The person at the organization, or the invitation of one who has not joined, whom the document names as its contact. */
  contactId: Id.optional(),
  validUntil: z.iso.date("Please enter a day").optional(),
});

/** The variables whose text follows from the person whom a document names as its contact. */
const OF_CONTACT = "contact.";

/** What people read for a variable. One that no one declares reads as its name. */
export function variableLabel(name: string, own: readonly OwnVariable[]): string {
  if (isStandardVariable(name)) return STANDARD_VARIABLES[name];
  return own.find((one) => one.name === name)?.label ?? name;
}

export type RequiredTexts = {
  contact: boolean;
  /** The variables that someone types, with the text that they begin with. */
  typed: OwnVariable[];
};

/** What is asked for when a document is made of a page that names these variables. Others follow from records. */
export function requestedTextsOf(named: readonly string[], own: readonly OwnVariable[]): RequiredTexts {
  const typed = named
    .filter((name) => !isStandardVariable(name))
    .map((name) => own.find((one) => one.name === name) ?? { name, label: name, default: "" });
  return {
    contact: named.some((name) => name.startsWith(OF_CONTACT)),
    typed,
  };
}
