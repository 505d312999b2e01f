import { z } from "zod";
import { Id } from "#domain/id.ts";
import { System, SystemFaults } from "#domain/system/system-part.ts";
import { defineAdminCall } from "../call.ts";

export const getSystem = defineAdminCall("GET", "system/admin/get", "owner", {
  staleAfter: ["mail", "settings", "verification", "backup"],
  summary: "How the portal works: each part with its state, figures and what to do, the worst first",
  reply: System,
});

export const getSystemFaults = defineAdminCall("GET", "system/admin/faults", "owner", {
  staleAfter: ["settings", "verification", "backup"],
  summary: "The parts of the portal that don't work but for emails, read at most twice a minute",
  reply: SystemFaults,
});

export const requestVerification = defineAdminCall("POST", "system/admin/verify", "owner", {
  summary:
    "Starts a comparison of all evidence with what it proves, once for each `requestId`; none if one is under way. " +
    "Its result is part of the system's answer",
  body: z.strictObject({ requestId: Id }),
  /** The comparison that was started, or is under way. */
  reply: z.strictObject({ verificationId: Id }),
});
