import { z } from "zod";
import { Id } from "../id.ts";
import { Timestamp } from "../timestamp.ts";

/**
 * Whether everybody who has the address of a document's public view may read the document. An admin turns sharing on.
 */
export const Sharing = z.strictObject({
  uniqueDocumentId: Id,
  isShared: z.boolean(),
  /** Sharing ends at this moment; null: when somebody turns it off. */
  expiresAt: Timestamp.nullable(),
});
export type Sharing = z.infer<typeof Sharing>;

/** The path of a document's public view. */
export function publicViewPath(uniqueDocumentId: Id): string {
  return `/view/${encodeURIComponent(uniqueDocumentId)}`;
}
