import { momentAt } from "#domain/world/world-moment.ts";
import { createPeople } from "../account/create-people.ts";
import { findOwners } from "../creation/creation.ts";
import { RECORD_KINDS } from "../creation/record-kinds.ts";
import type { Tx } from "../db/database.ts";
import { passwordProblems } from "../identity/common-passwords.ts";
import { createSignIns, findSignInEmails } from "../identity/create-sign-ins.ts";
import { grantPermissions } from "../permissions/grant-permissions.ts";
import { type Identified, type IdentifiedWorld, madeId } from "./identify-world.ts";
import { type Loading, loadList, reportProblems } from "./load-list.ts";

/** Adds people with their sign-ins and permissions. */
export async function loadPeople(
  loading: Loading,
  addedOrganizations: IdentifiedWorld["organizations"],
): Promise<void> {
  const { now } = loading;
  const toDraft = ({ id, value: { signIn, password, ...value } }: Identified<"people">) => ({
    ...value,
    userProfileId: id,
    signIn: signIn ? { password: password ?? null } : null,
    createdAt: value.createdAt ? momentAt(value.createdAt, now) : now,
  });
  const addedPeople = await loadList(loading, "people", createPeople, toDraft);
  await loadPermissions(loading, new Set([...addedPeople, ...addedOrganizations]));
}

/** Adds permissions only with a new person or a new organization, so that no import restores removed access. */
async function loadPermissions(loading: Loading, added: ReadonlySet<object>): Promise<void> {
  const { tx, now, world } = loading;
  const { people, organizations } = world;
  const addedOrganizations = new Set(organizations.filter((one) => added.has(one)).map(({ id }) => id));
  const all = people.flatMap((person) =>
    person.value.permissions.map((permission, index) => ({
      ...person,
      place: `${person.place}.permissions[${index}]`,
      isNew: added.has(person) || addedOrganizations.has(permission.organizationId),
      permission,
    })),
  );
  const named = all.map(({ permission }) => permission.organizationId);
  const there = await findOwners(tx, RECORD_KINDS.organizations, named);
  const chosen = all.filter(({ isNew, permission }) => isNew || !there.has(permission.organizationId));
  const drafts = chosen.map(({ id, permission }) => ({
    ...permission,
    userId: id,
    organizationPermissionId: madeId("permission", id, permission.organizationId),
    createdAt: now,
  }));
  const { added: granted, problems } = await grantPermissions(tx, drafts);
  reportProblems(loading, "people", chosen, problems);
  loading.granted.push(...granted);
}

/** Adds sign-ins of people without a profile. Existing sign-ins stay unchanged. */
export async function loadSignIns(loading: Loading): Promise<void> {
  const { people, signIns } = loading.world;
  const personByEmail = new Map(
    people.filter(({ value }) => value.signIn).map((person) => [person.value.email.toLowerCase(), person]),
  );
  for (const { place, value } of signIns) {
    const person = personByEmail.get(value.email.toLowerCase());
    if (!person) continue;
    const message = `${person.place} signs in with this email already`;
    loading.errors.push({ place: `${place}.email`, message });
  }
  const emails = signIns.map(({ value }) => value.email.toLowerCase());
  const there = await findSignInEmails(loading.tx, emails);
  const create = async (tx: Tx, drafts: Identified<"signIns">["value"][]) => {
    const added = drafts.filter(({ email }) => !there.has(email.toLowerCase()));
    const problems = drafts.flatMap(({ password }, at) =>
      passwordProblems(password).map((problem) => ({ at, ...problem })),
    );
    await createSignIns(tx, added);
    return { added, problems };
  };
  await loadList(loading, "signIns", create, ({ value }) => value);
}
