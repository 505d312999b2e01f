/** Escapes a text for an HTML element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return escapeValue(text).replaceAll("'", "&#39;");
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

/** HTML with < and > escaped in attributes, as browsers write it since 2025: a text search would see tags in them. */
export function escapeAttributes(html: string): string {
  return html.replace(TAG, (tag) =>
    tag.replace(VALUE, (value) => value.replaceAll("<", "&lt;").replaceAll(">", "&gt;")),
  );
}
