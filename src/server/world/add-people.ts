import { eq } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { momentAt } from "#domain/world/world-moment.ts";
import { userProfiles } from "../account/tables.ts";
import type { Tx } from "../db/database.ts";
import { addSignIn, hashPasswords } from "../identity/create-sign-in.ts";
import { organizationPermissions } from "../permissions/tables.ts";
import { addRows } from "./add-rows.ts";
import type { Identified, IdentifiedWorld } from "./identify-world.ts";
import { madeId } from "./made-id.ts";

type People = IdentifiedWorld["people"];

export async function addPeople(tx: Tx, people: People, now: Date): Promise<Set<Id>> {
  const rows = people.map(({ id, value }) => ({
    userProfileId: id,
    firstName: value.firstName,
    lastName: value.lastName,
    email: value.email,
    activeOrganizationId: activeOrganization(value),
    adminRole: value.adminRole,
    createdAt: value.createdAt ? momentAt(value.createdAt, now) : now,
  }));
  return addRows(tx, userProfiles, userProfiles.userProfileId, rows);
}

/** Without a word about it, the organization of the first permission. */
function activeOrganization({ activeOrganizationId, permissions }: Identified<"people">["value"]): Id | null {
  return activeOrganizationId === undefined ? (permissions[0]?.organizationId ?? null) : activeOrganizationId;
}

/**
 * A permission comes with its person or its organization: between two that were there already the portal
 * decides, so that what was taken away since does not come back.
 */
export async function addPermissions(
  tx: Tx,
  people: People,
  added: { people: ReadonlySet<Id>; organizations: ReadonlySet<Id> },
  now: Date,
): Promise<void> {
  const rows = people
    .flatMap(({ id, value }) => value.permissions.map((permission) => ({ ...permission, userId: id })))
    .filter((one) => added.people.has(one.userId) || added.organizations.has(one.organizationId))
    .map((one) => ({
      ...one,
      organizationPermissionId: madeId("permission", one.userId, one.organizationId),
      createdAt: now,
    }));
  await addRows(tx, organizationPermissions, organizationPermissions.organizationPermissionId, rows);
}

/** Sign-ins of the people just added. A person who was there already has one, or was meant to have none. */
export async function addSignInsOfPeople(tx: Tx, people: People, added: ReadonlySet<Id>): Promise<void> {
  const mine = people.filter(({ id, value }) => added.has(id) && value.signIn);
  const hashes = await hashesOf(mine.map(({ value }) => value.password));
  for (const [at, { id, value }] of mine.entries()) {
    const passwordHash = hashes[at] ?? null;
    const authUserId = await addSignIn(tx, { email: value.email, name: displayName(value), passwordHash });
    await tx.update(userProfiles).set({ authUserId }).where(eq(userProfiles.userProfileId, id));
  }
}

/** Sign-ins without a profile; returns the e-mails of those that were not there yet. */
export async function addSignIns(
  tx: Tx,
  signIns: IdentifiedWorld["signIns"],
  known: ReadonlyMap<string, unknown>,
): Promise<Set<Id>> {
  const missing = signIns.filter(({ value }) => !known.has(value.email.toLowerCase()));
  const hashes = await hashesOf(missing.map(({ value }) => value.password));
  for (const [at, { value }] of missing.entries()) {
    await addSignIn(tx, { email: value.email, name: value.name, passwordHash: hashes[at] ?? null });
  }
  return new Set(missing.map((one) => one.id));
}

async function hashesOf(passwords: readonly (string | undefined)[]): Promise<(string | null)[]> {
  const hashes = await hashPasswords(passwords.filter((password) => password !== undefined));
  return passwords.map((password) => (password === undefined ? null : (hashes.shift() ?? null)));
}
