import { z } from "zod";

/** The roles of the company's people, lowest first: a viewer reads, an editor also sends, an owner manages people. */
export const ADMIN_ROLES = ["viewer", "editor", "owner"] as const;
export const AdminRole = z.enum(ADMIN_ROLES);
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** Whether a role includes another role. A person without a role may do nothing. */
export function mayActAs(role: AdminRole | null, least: AdminRole): boolean {
  return role !== null && ADMIN_ROLES.indexOf(role) >= ADMIN_ROLES.indexOf(least);
}

/** Whether someone with the role may do more after the change than before. */
export function isHigher(before: AdminRole, after: AdminRole | null): boolean {
  return after !== null && before !== after && mayActAs(after, before);
}

const LABELS: Record<AdminRole, string> = { viewer: "Viewer", editor: "Editor", owner: "Owner" };

export function adminRoleLabel(role: AdminRole): string {
  return LABELS[role];
}
