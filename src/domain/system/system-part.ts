import { z } from "zod";
import { Timestamp } from "../record-fields.ts";

/** The parts of /admin/system in their order, with their headings. */
export const SYSTEM_PART_TITLES = {
  readiness: "Readiness",
  mail: "Emails",
  queue: "Background work",
  disk: "Disk",
  backups: "Backups",
  verification: "Evidence",
  certificates: "Certificates",
  limits: "Limits",
  version: "Version",
} as const;

export type SystemPartId = keyof typeof SYSTEM_PART_TITLES;
const SYSTEM_PART_IDS = Object.keys(SYSTEM_PART_TITLES) as SystemPartId[];

/** The worst first. */
export const PART_STATES = ["fault", "attention", "ok"] as const;

/** A figure or a time of a part, with its label. */
const SystemFact = z.union([
  z.strictObject({ label: z.string(), text: z.string() }),
  z.strictObject({ label: z.string(), at: Timestamp }),
]);
export type SystemFact = z.infer<typeof SystemFact>;

export const SystemPart = z.strictObject({
  id: z.enum(SYSTEM_PART_IDS),
  state: z.enum(PART_STATES),
  facts: z.array(SystemFact),
  /** What to do, or that nothing is to be done: a paragraph in each line. */
  advice: z.string(),
});
export type SystemPart = z.infer<typeof SystemPart>;

/** How the portal works, for its owners. */
export const System = z.strictObject({ parts: z.array(SystemPart) });
export type System = z.infer<typeof System>;

/** The parts that don't work. Emails are left out: every screen names a missing mail server. */
export const SystemFaults = z.strictObject({ parts: z.array(z.enum(SYSTEM_PART_IDS)) });
export type SystemFaults = z.infer<typeof SystemFaults>;

/** The parts with those that need an owner first, each state in the order of the page. */
export function sortParts(parts: readonly SystemPart[]): SystemPart[] {
  const rank = ({ id, state }: SystemPart) =>
    PART_STATES.indexOf(state) * SYSTEM_PART_IDS.length + SYSTEM_PART_IDS.indexOf(id);
  return parts.toSorted((one, other) => rank(one) - rank(other));
}
