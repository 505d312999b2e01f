import { z } from "zod";
import { parseColour } from "./colour.ts";
import { mediaSource, safeUrl } from "./safe-url.ts";

// Fields of blocks. None ever fails: what cannot be read becomes the field's default, so that a page
// with one bad value still shows. None lets through what could break out of a style or an address.

export const textField = (fallback = "") => z.string().catch(fallback);

export const choiceField = <const Word extends string>(words: readonly Word[], fallback: NoInfer<Word>) =>
  z.custom<Word>((value) => words.some((word) => word === value)).catch(fallback);

export const flagField = (fallback: boolean) => z.boolean().catch(fallback);

const NumberOrText = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,9}(\.\d{1,9})?$/)
    .transform(Number),
]);

/** A number between two bounds; outside of them it is the default. */
export const numberField = (min: number, max: number, fallback: number) =>
  NumberOrText.pipe(z.number().min(min).max(max)).catch(fallback);

export const wholeNumberField = (min: number, max: number, fallback: number) =>
  NumberOrText.pipe(z.int().min(min).max(max)).catch(fallback);

/** A length for a style: a number is pixels. Undefined where there is none. */
export const lengthField = z
  .unknown()
  .optional()
  .optional()
  .transform((value) => {
    if (typeof value === "number") return value > 0 && value <= 10_000 ? `${value}px` : undefined;
    if (typeof value !== "string") return undefined;
    const parts = /^(\d{1,5}(?:\.\d{1,3})?)(px|rem|em|ch|%)?$/.exec(value.trim().toLowerCase());
    return parts && Number(parts[1]) > 0 ? `${parts[1]}${parts[2] ?? "px"}` : undefined;
  });

export const colourField = (fallback?: string) =>
  z
    .unknown()
    .optional()
    .transform((value) => parseColour(value) ?? fallback);

export const linkField = z.unknown().optional().transform(safeUrl);

export const sourceField = z.unknown().optional().transform(mediaSource);

/** The id of a place on the page, which links reach as #anchor. */
export const anchorField = z
  .unknown()
  .optional()
  .transform((value) => {
    const anchor = typeof value === "string" ? value.trim().replace(/^#/, "") : "";
    return /^[A-Za-z][\w-]{0,80}$/.test(anchor) ? anchor : undefined;
  });

/** A list of what can be read; the rest is passed over. */
export const listField = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((values) =>
      values.flatMap((value) => {
        const parsed = item.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      }),
    );
