import { AppError } from "../app-error.ts";

/**
 * Refuses a body that holds text which no database keeps: NUL, or half of a character. Walks without recursion,
 * since a body may nest as deep as it is long. Throws AppError "invalid".
 */
export function refuseUnstorable(body: unknown): void {
  const left: unknown[] = [body];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === "string" && !isStorable(value)) throw UNSTORABLE;
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) continue;
    for (const [name, inner] of Object.entries(value)) left.push(name, inner);
  }
}

const UNSTORABLE = new AppError(
  "invalid",
  "The request holds a character that cannot be kept (NUL, or half of one). Please take it out.",
);

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
