import { join } from "node:path";
import { z } from "zod";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { defineJob } from "../jobs/job.ts";
import { files } from "../schema/files.ts";
import { imageFiles, images } from "../schema/images.ts";
import { sweepCopies, sweepParts } from "./sweep-parts.ts";

/** Removes files that no row names, such as the PDF of a job that was killed, and halves that no one finished. */
export const sweepFiles = defineJob({
  name: "sweep-files",
  payload: z.strictObject({}),
  everySeconds: 86_400,
  async run({ db, env, files: store, clock }) {
    const now = clock();
    await sweepParts(join(env.dataDir, "files"), now);
    await sweepParts(join(env.dataDir, "mails"), now);
    await sweepCopies(env.dataDir, now);
    await store.sweep(now, (hashes) => findNamed(db, hashes));
  },
});

/** Those of the hashes that a row names. */
export async function findNamed(
  reader: DbOrTx,
  hashes: readonly string[],
): Promise<ReadonlySet<string | null>> {
  const named = await Promise.all(
    [files, images, imageFiles].map((table) =>
      reader.select({ sha256: table.sha256 }).from(table).where(isAnyOf(table.sha256, hashes)),
    ),
  );
  return new Set(named.flat().map(({ sha256 }) => sha256));
}
