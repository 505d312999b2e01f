import { canonicalJson } from "#domain/canonical-json.ts";
import type { Id } from "#domain/id.ts";
import { sha256 } from "../hash-text.ts";

/** The hash of what is signed. The same document with the same name and text has the same hash, whatever its version. */
export function contentHashOf(document: { generalDocumentId: Id; name: string; richText: string }): string {
  const { generalDocumentId, name, richText } = document;
  return sha256(canonicalJson({ generalDocumentId, name, richText }));
}
