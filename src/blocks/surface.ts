import { createContext, use } from "react";
import { blend, type Colour, contrast, READABLE, textOn } from "#domain/page/colour.ts";

/** The paper of documents in both themes: --cp-paper in blocks.css. */
export const PAPER: Colour = "#fffdfa";

/** The background of a page's hero, the area of its title (page-content.tsx): --cp-tint in blocks.css. */
export const HERO_BACKGROUND: Colour = "#f6f1e8";

/** The background of a block: an opaque colour, or null over an image. */
export const SurfaceContext = createContext<Colour | null>(PAPER);

/** The author's text colour if its contrast with the background suffices; undefined for the page's own colour. */
export function useReadableColour(preferred: Colour | undefined, minContrast: number): Colour | undefined {
  const surface = use(SurfaceContext);
  if (preferred === undefined || surface === null) return preferred;
  return textOn(surface, preferred, minContrast) === preferred ? preferred : undefined;
}

export function surfaceOf(
  under: Colour | null,
  over: { backgroundColor: Colour | undefined; backgroundOpacity: number; hasImage: boolean },
): Colour | null {
  const tint = over.backgroundColor;
  if (over.hasImage)
    return tint !== undefined && over.backgroundOpacity >= 0.6 ? blend(tint, 1, PAPER) : null;
  if (tint === undefined || over.backgroundOpacity === 0) return under;
  return under === null ? null : blend(tint, over.backgroundOpacity, under);
}

/** The class that turns text light on a dark background, and dark again on a light one inside. */
export function inkClass(surface: Colour | null, under: Colour | null): string {
  if (surface === under || surface === null) return "";
  const isDark = contrast("#ffffff", surface) >= READABLE && textOn(surface) === "#ffffff";
  return isDark ? " cp-on-dark" : " cp-on-light";
}
