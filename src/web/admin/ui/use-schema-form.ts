import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import { type FormOptions, useRecordForm } from "#web/ui/record-form.tsx";

/** useRecordForm whose texts are checked by a schema. Clients' pages have none. */
export function useSchemaForm<Typed extends FieldValues, Entered>({
  schema,
  ...options
}: { schema: z.ZodType<Entered, Typed> } & Omit<FormOptions<Typed, Entered>, "resolver">) {
  return useRecordForm<Typed, Entered>({ ...options, resolver: zodResolver(schema) });
}
