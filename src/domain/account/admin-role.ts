import { z } from "zod";

/** What one of the company's own people may do, the least first: read; also compose and send; also decide on people. */
export const ADMIN_ROLES = ["viewer", "editor", "owner"] as const;
export const AdminRole = z.enum(ADMIN_ROLES);
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** Whether a role may do what a call of this role asks for. Somebody without a role may do nothing. */
export function mayActAs(role: AdminRole | null, least: AdminRole): boolean {
  return role !== null && ADMIN_ROLES.indexOf(role) >= ADMIN_ROLES.indexOf(least);
}

const LABELS: Record<AdminRole, string> = { viewer: "Viewer", editor: "Editor", owner: "Owner" };

export function adminRoleLabel(role: AdminRole): string {
  return LABELS[role];
}
