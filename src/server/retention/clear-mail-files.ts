import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Removes the mails that a portal without a mail server has stored before a moment. */
export async function clearMailFiles(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const name of names.filter((one) => one.endsWith(".eml"))) {
    const path = join(folder, name);
    if ((await stat(path)).mtime < before) await rm(path, { force: true });
  }
}
