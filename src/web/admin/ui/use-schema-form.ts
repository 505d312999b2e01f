import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import { ApiError } from "#web/lib/api-error.ts";
import { type FormOptions, isConflict, useRecordForm } from "#web/ui/record-form.tsx";

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

/** Explains that a colleague has changed the record since it was read. `differences` names what differs now. */
export function describeConflict(subject: string, differences = ""): string {
  const list = differences === "" ? "" : `: ${differences}`;
  const changed = `Someone else has changed ${subject} in the meantime${list}.`;
  return `${changed} Save again to replace their change with yours, or reload the page to see it first.`;
}

/** "name, products": the fields whose values differ, by their names in the order of the form. */
export function differingFields<Values extends object>(
  names: Partial<Record<keyof Values, string>>,
  before: Partial<Values> | undefined,
  current: Values,
): string {
  const fields = Object.keys(names) as (keyof Values)[];
  return fields
    .filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(current[field]))
    .map((field) => names[field])
    .join(", ");
}

/** What the server's refusal has besides its message, such as the record as a colleague has saved it. */
export function errorDetails(error: unknown): ApiError["details"] {
  return error instanceof ApiError ? error.details : {};
}
