import { ADMIN_ROLES, type AdminRole, adminRoleLabel } from "#domain/account/admin-role.ts";

/** Each role may do also what those before it may. */
const MEANINGS: Record<AdminRole, string> = {
  viewer: "Sees everything and changes nothing",
  editor: "Also writes documents, sends them and invoices",
  owner: "Also decides on people, rights and settings",
};

export const WITH_ARTICLE: Record<AdminRole, string> = {
  viewer: "a viewer",
  editor: "an editor",
  owner: "an owner",
};

export const ROLE_CHOICES = ADMIN_ROLES.map((value) => ({
  value,
  label: adminRoleLabel(value),
  meaning: MEANINGS[value],
}));
