import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { StartError } from "../start-error.ts";

/** The manifest of the build (vite.view.config.ts). */
const Manifest = z.record(
  z.string(),
  z.looseObject({
    file: z.string(),
    isEntry: z.boolean().optional(),
    css: z.array(z.string()).optional(),
    assets: z.array(z.string()).optional(),
  }),
);

export type ViewAssets = { css: string; fontPaths: string[]; scriptPath: string | null };

/** The style sheet, fonts and script of the public view; empty if the browser's part is not served. */
export function readViewAssets(webFolder: string | null): ViewAssets {
  if (webFolder === null) return { css: "", fontPaths: [], scriptPath: null };
  const path = join(webFolder, "view-manifest.json");
  if (!existsSync(path)) throw new StartError("The public view isn't built. Run: npm start");
  const made = Manifest.parse(JSON.parse(readFileSync(path, "utf8")));
  const entry = Object.values(made).find((one) => one.isEntry);
  if (!entry) throw new StartError("The public view wasn't built whole. Remove dist and run: npm start");
  const sheets = (entry.css ?? []).map((file) => readFileSync(join(webFolder, file), "utf8").trim());
  const fonts = (entry.assets ?? []).filter((file) => file.endsWith(".woff2"));
  return {
    css: sheets.join("\n"),
    fontPaths: fonts.map((file) => `/${file}`),
    scriptPath: `/${entry.file}`,
  };
}
