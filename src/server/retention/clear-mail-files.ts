import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Removes the mails that a portal without a mail server has stored before a moment. */
export async function clearMailFiles(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch(orGone([]));
  for (const name of names.filter((one) => one.endsWith(".eml"))) {
    const path = join(folder, name);
    const found = await stat(path).catch(orGone(null));
    if (found && found.mtime < before) await rm(path, { force: true });
  }
}

/** Nobody may have stored a mail yet, and somebody may remove a file meanwhile. */
function orGone<Nothing>(nothing: Nothing): (error: NodeJS.ErrnoException) => Nothing {
  return (error) => {
    if (error.code === "ENOENT") return nothing;
    throw error;
  };
}
