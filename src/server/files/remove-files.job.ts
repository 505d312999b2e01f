import { z } from "zod";
import { defineJob } from "../jobs/job.ts";
import { findNamed } from "./sweep-files.job.ts";

/** Removes the bytes of files whose rows an erasure has deleted, unless another row names the same bytes. */
export const removeFiles = defineJob({
  name: "remove-files",
  payload: z.strictObject({ hashes: z.array(z.string().regex(/^[0-9a-f]{64}$/)) }),
  async run({ db, files }, { hashes }) {
    const named = await findNamed(db, hashes);
    for (const sha256 of hashes) if (!named.has(sha256)) await files.remove(sha256);
  },
});
