import { mapRichText } from "#domain/page/map-rich-text.ts";
import type { PuckState } from "#domain/page/page.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";

/** The page as it is stored: in the format it came in, all HTML in it sanitised. */
export function sanitisePage(page: PuckState): PuckState {
  const clean = mapRichText(page, sanitiseHtml);
  if (page.zones === undefined) return clean;
  const zones = Object.entries(page.zones).map(([key, content]) => [
    key,
    mapRichText({ root: {}, content }, sanitiseHtml).content,
  ]);
  return { ...clean, zones: Object.fromEntries(zones) };
}
