const MAX_LENGTH = 120;
const COMBINING_MARKS = /\p{M}/gu;

/** The default slug of a document, from its name and external id. */
export function documentSlug({ name, externalId }: { name: string; externalId: string }): string {
  const words = `${name} ${externalId}`
    .normalize("NFKD")
    .replace(COMBINING_MARKS, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return words.slice(-MAX_LENGTH).replace(/^-+|-+$/g, "") || "document";
}
