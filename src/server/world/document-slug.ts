import type { WorldRecord } from "#domain/world/world-file.ts";

const MAX_LENGTH = 120;
const COMBINING_MARKS = /\p{M}/gu;

/** The address of a document: the one in the file, or one made of its name and external id. */
export function documentSlug(document: WorldRecord<"documents">): string {
  if (document.slug !== undefined) return document.slug;
  const words = `${document.name} ${document.externalId}`
    .normalize("NFKD")
    .replace(COMBINING_MARKS, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return words.slice(-MAX_LENGTH).replace(/^-+|-+$/g, "") || "document";
}
