import { z } from "zod";
import { Timestamp } from "../timestamp.ts";

/** The leave to read as a client's members do. */
export const OpenedView = z.strictObject({
  organizationName: z.string(),
  /** The value of the header `client-view`, for the caller's session only. */
  pass: z.string(),
  expiresAt: Timestamp,
});
