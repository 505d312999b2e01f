/** Text as it is compared: "IN_PROGRESS" is found by "in progress" and the other way round. */
function comparable(text: string): string {
  return text.toLowerCase().replaceAll("_", " ");
}

/** Whether a text or number cell contains what is looked for, whatever the case. Other values never do. */
export function containsText(value: unknown, wanted: string): boolean {
  if (typeof value !== "string" && typeof value !== "number") return false;
  return comparable(String(value)).includes(comparable(wanted));
}
