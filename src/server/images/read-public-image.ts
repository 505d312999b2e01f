import { readFileSync } from "node:fs";
import { extname, join, normalize } from "node:path";
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

/** The size of an SVG in the portal's own folder; undefined for any other image. */
export function readPublicImageSize(source: string): { width: number; height: number } | undefined {
  const path = pathOf(source);
  if (!path || extname(path).toLowerCase() !== ".svg") return undefined;
  try {
    const drawing = readFileSync(join(projectFolder("public"), path), "utf8").slice(0, 1000);
    const [, width, height] = /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(drawing) ?? [];
    return width && height ? { width: Number(width), height: Number(height) } : undefined;
  } catch {
    return undefined;
  }
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
