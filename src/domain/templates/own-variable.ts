import { z } from "zod";
import { lineOfText } from "../line-of-text.ts";
import { comparableText } from "../lists/comparable-text.ts";
import { isStandardVariable } from "../page/standard-variables.ts";

/** The longest text of a variable. */
export const LONGEST_VARIABLE = 1000;
export const MOST_VARIABLES = 30;

/** A text that somebody types in place of a variable; empty: none yet. */
export const VariableText = z
  .string()
  .trim()
  .max(LONGEST_VARIABLE, `Please use at most ${LONGEST_VARIABLE.toLocaleString("en-AU")} characters`);

/** A variable of a template's own. Whoever makes a document of the template is asked for it. */
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
