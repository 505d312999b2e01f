import type { Noun } from "../noun.ts";
import { describeCertificates, measureCertificates } from "./describe-certificates.ts";
import { describeDisk, describeReadiness, describeVersion } from "./describe-health.ts";
import { describeLimits, measureProcess } from "./describe-limits.ts";
import { describeQueue, measureQueue } from "./describe-queue.ts";

export const noun: Noun = {
  systemParts: [
    { id: "readiness", read: describeReadiness },
    { id: "queue", read: describeQueue, measure: measureQueue },
    { id: "certificates", read: describeCertificates, measure: measureCertificates },
    { id: "limits", read: describeLimits, measure: measureProcess },
    { id: "disk", read: describeDisk },
    { id: "version", read: describeVersion },
  ],
};
