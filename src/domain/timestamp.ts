import { z } from "zod";

/** A timestamp as ISO 8601 text with its zone: "2026-11-21T09:41:05.000Z". */
export const Timestamp = z.iso.datetime({ offset: true });
export type Timestamp = z.infer<typeof Timestamp>;
