import type { Placeholder } from "#domain/page/block-edit.ts";

/** What authors read of a field, as the declarations say it. */
export type FieldEdit = {
  label: string;
  placeholder?: Placeholder;
  options?: Readonly<Record<string, string>>;
  fields?: Readonly<Record<string, FieldEdit>>;
};
