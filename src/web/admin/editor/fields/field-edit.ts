/** What authors read of a field, as the declarations say it. */
export type FieldEdit = {
  label: string;
  options?: Readonly<Record<string, string>>;
  fields?: Readonly<Record<string, FieldEdit>>;
};
