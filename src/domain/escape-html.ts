/** Escapes a text for an HTML element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** A text as HTML. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A text as the value of an attribute between double quotation marks. */
export function escapeValue(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;");
}

const TAG = /<[a-z](?:"[^"]*"|[^">])*>/gi;
const VALUE = /"[^"]*"/g;

/**
 * The same HTML without < and > in the values of attributes, as browsers write it since 2025. What works on HTML as a
 * text would take them for tags, and what it adds would end the attribute.
 */
export function escapeAttributes(html: string): string {
  return html.replace(TAG, (tag) =>
    tag.replace(VALUE, (value) => value.replaceAll("<", "&lt;").replaceAll(">", "&gt;")),
  );
}
