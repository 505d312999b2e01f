/** Text as it is compared: "IN_PROGRESS" is found by "in progress" and the other way round. */
function comparable(text: string): string {
  return text.toLowerCase().replaceAll("_", " ");
}

/** Tells of a cell whether its text or number contains what is looked for, whatever the case. */
export function containing(wanted: string): (cell: string | number | null) => boolean {
  const sought = comparable(wanted);
  return (cell) => cell !== null && comparable(String(cell)).includes(sought);
}
