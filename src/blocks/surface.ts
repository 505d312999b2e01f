import { createContext, use } from "react";
import { blend, type Colour, contrast, READABLE, textOn } from "#domain/page/colour.ts";

/** The paper that documents are on, in light and in dark: --cp-paper in blocks.css. */
export const PAPER: Colour = "#fffdfa";

/** What lies behind a block: an opaque colour, or null over a picture. */
const Surface = createContext<Colour | null>(PAPER);

export const SurfaceProvider = Surface.Provider;

export function useSurface(): Colour | null {
  return use(Surface);
}

/** An author's text colour, where it can be read on what lies behind; else undefined, which is the page's ink. */
export function useReadableColour(wanted: Colour | undefined, least: number = READABLE): Colour | undefined {
  const surface = useSurface();
  if (wanted === undefined || surface === null) return wanted;
  return textOn(surface, wanted, least) === wanted ? wanted : undefined;
}

/** What lies behind the content of a container with these colours. */
export function surfaceOf(
  under: Colour | null,
  over: { backgroundColor: Colour | undefined; backgroundOpacity: number; hasPicture: boolean },
): Colour | null {
  const tint = over.backgroundColor;
  if (over.hasPicture)
    return tint !== undefined && over.backgroundOpacity >= 0.6 ? blend(tint, 1, PAPER) : null;
  if (tint === undefined || over.backgroundOpacity === 0) return under;
  return under === null ? null : blend(tint, over.backgroundOpacity, under);
}

/** On a dark surface the page's inks turn light, and back on a light one inside of it. */
export function inkClass(surface: Colour | null, under: Colour | null): string {
  if (surface === under || surface === null) return "";
  const isDark = contrast("#ffffff", surface) >= READABLE && textOn(surface) === "#ffffff";
  return isDark ? " cp-on-dark" : " cp-on-light";
}
