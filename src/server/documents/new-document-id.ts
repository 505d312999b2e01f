import { randomBytes } from "node:crypto";
import { v7 } from "uuid";
import type { Id } from "#domain/id.ts";

/**
 * The id of a new document. It is the address of a shared one, so it has more random bits (138) than the ids of other
 * records, which nobody reaches by knowing them.
 */
export function newDocumentId(): Id {
  return `${v7()}-${randomBytes(8).toString("hex")}`;
}
