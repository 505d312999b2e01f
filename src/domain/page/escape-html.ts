/** A text as HTML. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A text as the value of an attribute between double quotation marks. */
export function escapeValue(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;");
}
