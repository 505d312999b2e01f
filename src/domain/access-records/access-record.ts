import type { EvidenceKind } from "../evidence/evidence-event.ts";
import type { PermissionType } from "../permissions/organization-permission.ts";

/** What happens to people's access to an organization. An issuer signs its people in. Each is an event in the organization's chain, never unseen. */
export const ACCESS_KINDS = [
  "invite",
  "withdraw",
  "grant",
  "change",
  "remove",
  "request-email",
  "change-email",
  "reset-factor",
  "lift-hold",
  "add-issuer",
  "remove-issuer",
] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

/** For whom the actor acted. "operator" uses the command line; an "import" is a file of the company. */
export const ACTOR_SIDES = ["company", "organization", "self", "operator", "import"] as const;
export type ActorSide = (typeof ACTOR_SIDES)[number];

export function accessEventKind(kind: AccessKind): EvidenceKind {
  return `access.${kind}`;
}

/** Whether a person may do less afterwards. This works even if the evidence of their organization is damaged. */
export function takesAccess({
  kind,
  permissionType,
}: {
  kind: AccessKind;
  permissionType: PermissionType | null;
}): boolean {
  const isRemoval = kind === "withdraw" || kind === "remove" || kind === "remove-issuer";
  return isRemoval || (kind === "change" && permissionType === "read");
}
