import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "./project-folder.ts";

/** The version of this installation, by semantic versioning: "0.2.0". */
export const VERSION = readVersion();

function readVersion(): string {
  const file = join(projectFolder("migrations"), "..", "package.json");
  const { version }: { version: string } = JSON.parse(readFileSync(file, "utf8"));
  return version;
}
