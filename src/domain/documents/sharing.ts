import { z } from "zod";
import { Id } from "../id.ts";
import { Timestamp } from "../timestamp.ts";

/** Whether everybody who has the address of a document's public view may read it. Off until an admin turns it on. */
export const Sharing = z.strictObject({
  uniqueDocumentId: Id,
  isShared: z.boolean(),
  /** From this moment on it is as if it were not shared; null: until somebody turns it off. */
  expiresAt: Timestamp.nullable(),
});
export type Sharing = z.infer<typeof Sharing>;

/** Where a shared document is read. */
export function publicViewPath(uniqueDocumentId: Id): string {
  return `/view/${encodeURIComponent(uniqueDocumentId)}`;
}
