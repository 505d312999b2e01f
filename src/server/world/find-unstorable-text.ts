import { hasNul, textsInside } from "#domain/storable-text.ts";

/** A longer text would delay everything that reads it. */
const MAX_TEXT_LENGTH = 200_000;

/** Texts (names included) that the portal cannot store, each with its path. The value comes from JSON. */
export function findUnstorableText(value: unknown): { path: (string | number)[]; message: string }[] {
  return [...textsInside(value)].flatMap(({ text, path }) => {
    const message = refuseText(text);
    return message ? [{ path: path(), message }] : [];
  });
}

function refuseText(text: string): string | null {
  if (hasNul(text)) return "The character \\u0000 cannot be kept; take it out";
  if (!text.isWellFormed())
    return "Half of a character (\\ud800 to \\udfff alone) cannot be kept; take it out";
  if (text.length > MAX_TEXT_LENGTH) {
    return `This text has ${text.length.toLocaleString("en-AU")} characters; at most ${MAX_TEXT_LENGTH.toLocaleString("en-AU")} are taken`;
  }
  return null;
}
