import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import { type FormOptions, isConflict, useRecordForm } from "#web/ui/record-form.tsx";
import { describeConflict } from "./describe-conflict.ts";

type Options<Typed extends FieldValues, Entered> = Omit<FormOptions<Typed, Entered>, "resolver"> & {
  schema: z.ZodType<Entered, Typed>;
  /** The record as a conflict names it: "this invoice". */
  subject?: string;
};

/** useRecordForm whose texts are checked by a schema. Clients' pages have none. */
export function useSchemaForm<Typed extends FieldValues, Entered>({
  schema,
  subject,
  explain,
  ...options
}: Options<Typed, Entered>) {
  return useRecordForm<Typed, Entered>({
    ...options,
    resolver: zodResolver(schema),
    explain: (error, read) =>
      explain?.(error, read) ?? (subject && isConflict(error) ? describeConflict(subject) : null),
  });
}
