import { join } from "node:path";
import { inArray } from "drizzle-orm";
import { z } from "zod";
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
    await store.sweep(now, async (hashes) => {
      const named = await Promise.all(
        [files, images, imageFiles].map((table) =>
          db.select({ sha256: table.sha256 }).from(table).where(inArray(table.sha256, hashes)),
        ),
      );
      return new Set(named.flat().map(({ sha256 }) => sha256));
    });
  },
});
