import { z } from "zod";
import { Id } from "../id.ts";
import { Timestamp } from "../record-fields.ts";

/** A stored picture of the company, to be put on a page again. */
export const Picture = z.strictObject({
  imageId: Id,
  /** The `src` for a block. */
  address: z.string(),
  /** The alternative text that it had last; empty if it never had one. */
  alt: z.string(),
  createdAt: Timestamp,
});
export type Picture = z.infer<typeof Picture>;
