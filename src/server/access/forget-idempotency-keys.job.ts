import { lte } from "drizzle-orm";
import { z } from "zod";
import { defineJob } from "../jobs/job.ts";
import { withScope } from "../rls/scoped-db.ts";
import { idempotencyKeys } from "../schema/requests.ts";
import { change, PORTAL } from "./change.ts";
import { oldestRetained } from "./idempotency.ts";

/** Deletes the keys that are older than a day, of every caller. A request may bring such a key again before that. */
export const forgetIdempotencyKeys = defineJob({
  name: "forget-idempotency-keys",
  payload: z.strictObject({}),
  everySeconds: 3600,
  async run(deps) {
    await change(withScope(deps, { role: "portal" }), PORTAL, async ({ tx, at }) =>
      tx.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, oldestRetained(at))),
    );
  },
});
