import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectFolder } from "./project-folder.ts";

/** How an administrator runs a command here: npm runs it in the sources, and a production install has a program. */
export function counterpartCommand(command: string): string {
  const isSource = existsSync(join(dirname(projectFolder("migrations")), "scripts"));
  return `${isSource ? "npm run counterpart --" : "counterpart"} ${command}`;
}
