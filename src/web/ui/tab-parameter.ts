/** The query parameter that keeps which tab is open. */
export const TAB_PARAMETER = "tab";

/** The tab that a query parameter names, however it is written; undefined where it names none. */
export function tabNamed<Name extends string>(
  parameter: string | null,
  names: readonly [Name, ...Name[]],
): Name | undefined {
  if (parameter === null) return names[0];
  return names.find((name) => bare(name) === bare(parameter));
}

/** "Work Orders", "work-orders" and "WORK_ORDERS" name the same tab. */
function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
