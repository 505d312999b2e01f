import { eq } from "drizzle-orm";
import { z } from "zod";
import { isVerificationDue } from "#domain/system/verification-due.ts";
import { change, PORTAL } from "../access/change.ts";
import { defineJob, QuietFailure } from "../jobs/job.ts";
import { withScope } from "../rls/scoped-db.ts";
import { evidenceVerifications } from "../schema/verifications.ts";
import {
  enqueueVerification,
  findLastVerification,
  storeVerification,
  VERIFY_EVIDENCE,
} from "./store-verification.ts";
import { compareEvidence } from "./verify-evidence.ts";

/** Compares all evidence with what it proves, beside the running portal. */
export const verifyEvidenceJob = defineJob({
  ...VERIFY_EVIDENCE,
  atOnce: 1,
  async run(deps, { verificationId }) {
    const portal = withScope(deps, { role: "portal" });
    const [row] = await portal.db
      .select()
      .from(evidenceVerifications)
      .where(eq(evidenceVerifications.verificationId, verificationId));
    if (!row || row.endedAt !== null) return;
    const found = await compareEvidence(portal, () => {
      if (deps.stopping.aborted) throw new QuietFailure("The portal is stopping.");
    });
    await storeVerification(portal, { id: verificationId, startedAt: row.requestedAt }, found);
  },
});

/** Requests a verification each night, of the company's time zone. */
export const requestNightlyVerification = defineJob({
  name: "request-nightly-verification",
  payload: z.strictObject({}),
  everySeconds: 3600,
  async run(deps) {
    const portal = withScope(deps, { role: "portal" });
    const last = await findLastVerification(portal.db);
    const { timeZone } = deps.settings.now();
    const isDue = isVerificationDue(last?.endedAt ?? null, {
      now: deps.clock(),
      timeZone,
      uptimeSeconds: (performance.now() - deps.process.startedMs) / 1000,
    });
    if (isDue) await change(portal, PORTAL, (opened) => enqueueVerification(portal, opened));
  },
});
