/**
 * Replaces the hash by which Puck knows a style element in the canvas again. The text itself does the same without a
 * library, and without computing the hash of all style sheets.
 */
// biome-ignore lint/style/noDefaultExport: Puck imports it so
export default function sameText(text: string): string {
  return text;
}
