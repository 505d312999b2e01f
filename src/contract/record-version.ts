import type { z } from "zod";
import { RecordVersion } from "#domain/record-fields.ts";

/** The body of a change, with the version that the caller read. Of another version by now, nothing is changed. */
export function ofVersion<Shape extends z.core.$ZodLooseShape, AsRead extends z.ZodType>(
  details: z.ZodObject<Shape, z.core.$strict>,
  asRead: AsRead,
) {
  return ofRead(details, "recordVersion", RecordVersion, asRead);
}

const AS_READ = "What was read of the record, as programs for portal 0.1 send it. Later portals refuse it.";

/** The same for a caller who read something else than a version: a status, or the revision of a text. */
export function ofRead<
  Shape extends z.core.$ZodLooseShape,
  Name extends string,
  Read extends z.ZodType,
  AsRead extends z.ZodType,
>(details: z.ZodObject<Shape, z.core.$strict>, name: Name, read: Read, asRead: AsRead) {
  const named = { [name]: read.optional() } as { [Key in Name]: z.ZodOptional<Read> };
  return details
    .extend(named)
    .extend({ asRead: asRead.optional().meta({ deprecated: true, description: AS_READ }) })
    .refine((body) => name in body !== "asRead" in body, {
      path: [name],
      message: `Please send ${name} as you read it`,
    });
}
