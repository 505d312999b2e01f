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
