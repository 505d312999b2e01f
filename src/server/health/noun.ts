import type { Noun } from "../noun.ts";
import { describeDisk, describeReadiness, describeVersion } from "./describe-health.ts";

export const noun: Noun = {
  systemParts: [
    { id: "readiness", read: describeReadiness },
    { id: "disk", read: describeDisk },
    { id: "version", read: describeVersion },
  ],
};
