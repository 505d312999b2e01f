import * as calls from "#contract/admin/system.ts";
import { change } from "../access/change.ts";
import { type Route, route } from "../http/route.ts";
import type { Noun } from "../noun.ts";
import { COMPANY } from "../rls/row-rules.ts";
import { describeVerification, measureVerification } from "./describe-verification.ts";
import { enqueueVerification } from "./store-verification.ts";
import { requestNightlyVerification, verifyEvidenceJob } from "./verify-evidence.job.ts";

export const noun: Noun = {
  actions: { portal: { "evidence.verify": "asked for a comparison of all evidence" } },
  jobs: [verifyEvidenceJob, requestNightlyVerification],
  rows: { evidence_verifications: [...COMPANY] },
  systemParts: [{ id: "verification", read: describeVerification, measure: measureVerification }],
};

export const routes: Route[] = [
  route(calls.requestVerification, ({ deps, caller, body }) =>
    change(deps, caller, async (opened) => {
      const verificationId = await enqueueVerification(deps, opened, body.requestId);
      await opened.record({
        action: "evidence.verify",
        subjectId: verificationId,
        organizationId: null,
        details: {},
      });
      return { verificationId };
    }),
  ),
];
