/** For the author of a change of what a colleague has changed since. `how` names what differs now, if anything does. */
export function describeConflict(what: string, how = ""): string {
  const changed = `Someone else has changed ${what} in the meantime${how === "" ? "" : `: ${how}`}.`;
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
