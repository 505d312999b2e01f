import { readFileSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { projectFolder } from "../project-folder.ts";

const PICTURE_TYPES: Record<string, string> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
};

/** A picture that the portal itself serves, as text for a document that may load nothing; undefined for any other. */
export function readOwnPicture(source: string): string | undefined {
  const path = pathOf(source);
  const type = path && PICTURE_TYPES[extname(path).toLowerCase()];
  if (!path || !type) return undefined;
  try {
    return `data:${type};base64,${readFileSync(join(projectFolder("public"), path)).toString("base64")}`;
  } catch {
    return undefined;
  }
}

/** How large a drawing (SVG) is that the portal itself serves; undefined for all else. */
export function readOwnPictureSize(source: string): { width: number; height: number } | undefined {
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

/** The path below public/ that a source names, or undefined for another host or a way out of that folder. */
function pathOf(source: string): string | undefined {
  if (!source.startsWith("/") || source.startsWith("//")) return undefined;
  try {
    // normalize() of an absolute path cannot climb above its root.
    return normalize(decodeURIComponent(source.split(/[?#]/)[0] ?? ""));
  } catch {
    return undefined;
  }
}
