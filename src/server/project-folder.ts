import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { StartError } from "./start-error.ts";

/** A folder of this installation. Searches upwards, because the server runs from its sources and from the bundle. */
export function projectFolder(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, name))) {
    if (folder === dirname(folder))
      throw new StartError(`The folder ${name}/ is missing from this installation.`);
    folder = dirname(folder);
  }
  return join(folder, name);
}
