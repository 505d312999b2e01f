import { readFileSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { type ImageSize, MAX_SIDE } from "#domain/images/image-address.ts";
import { projectFolder } from "../project-folder.ts";

const IMAGE_TYPES: Record<string, string> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
};

/** An image of the portal's own folder as a data URL, for print, which fetches nothing; undefined for any other. */
export function readPublicImage(source: string): string | undefined {
  const path = pathOf(source);
  const type = path && IMAGE_TYPES[extname(path).toLowerCase()];
  if (!path || !type) return undefined;
  try {
    return `data:${type};base64,${readFileSync(join(projectFolder("public"), path)).toString("base64")}`;
  } catch {
    return undefined;
  }
}

/** The sizes of SVGs. The folder does not change while the portal runs. */
const sizes = new Map<string, ImageSize>();

/** The size of an SVG in the portal's own folder, in whole pixels; undefined for any other image. */
export function readPublicImageSize(source: string): ImageSize | undefined {
  const path = pathOf(source);
  if (!path || extname(path).toLowerCase() !== ".svg") return undefined;
  const known = sizes.get(path);
  if (known) return known;
  try {
    const size = sizeOfDrawing(readFileSync(join(projectFolder("public"), path), "utf8").slice(0, 1000));
    if (size) sizes.set(path, size);
    return size;
  } catch {
    return undefined;
  }
}

/** The size of an SVG by its view box; undefined if it has none, or a side that no address can have. */
export function sizeOfDrawing(drawing: string): ImageSize | undefined {
  const sides = /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(drawing)?.slice(1) ?? [];
  const [width = 0, height = 0] = sides.map((side) => Math.round(Number(side)));
  const isInRange = Math.min(width, height) > 0 && Math.max(width, height) <= MAX_SIDE;
  return isInRange ? { width, height } : undefined;
}

/** The path of a source below public/; undefined for another host or a path outside. */
function pathOf(source: string): string | undefined {
  if (!source.startsWith("/") || source.startsWith("//")) return undefined;
  try {
    // normalize() of an absolute path cannot climb above its root.
    return normalize(decodeURIComponent(source.split(/[?#]/)[0] ?? ""));
  } catch {
    return undefined;
  }
}
