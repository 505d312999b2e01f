import { and, eq } from "drizzle-orm";
import type { Db } from "#server/db/database.ts";
import { userProfiles } from "#server/schema/account.ts";
import { authSessions } from "#server/schema/identity.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { makePermission } from "./factories.ts";
import type { HammeredPerson, HammerWorld, Rights, SignIn } from "./hammer-world.ts";

type Draw = (below: number) => number;
/** Calls a portal as a person, and resolves with any answer. */
type Call = (signIn: SignIn, method: string, path: string, body?: unknown) => Promise<unknown>;

type Means = {
  world: HammerWorld;
  /** Past the portals, like another program on the same database. */
  db: Db;
  draw: Draw;
  call: Call;
  /** An owner of the company, who stays. */
  chief: SignIn;
  signIn: (person: HammeredPerson) => Promise<SignIn>;
};

/** Changes what people may do, through a portal or past it. */
export function createChanges({ world, db, draw, call, chief, signIn }: Means) {
  const done = {
    removed: 0,
    lowered: 0,
    switched: 0,
    signedOut: 0,
    roleTaken: 0,
    regranted: 0,
    signedOutByPortal: 0,
  };
  const idOf = (number: number) => world.organizations[number]?.organizationId ?? "";
  const numberOf = (id: string | null) => {
    const number = world.organizations.findIndex(({ organizationId }) => organizationId === id);
    return number < 0 ? null : number;
  };

  async function readRights({ userProfileId }: HammeredPerson): Promise<Rights> {
    const isPerson = eq(userProfiles.userProfileId, userProfileId);
    const [profile] = await db.select().from(userProfiles).where(isPerson);
    const ofPerson = eq(organizationPermissions.userId, userProfileId);
    const rows = await db.select().from(organizationPermissions).where(ofPerson);
    return {
      active: numberOf(profile?.activeOrganizationId ?? null),
      permissions: new Map(rows.map((row) => [numberOf(row.organizationId) ?? -1, row.permissionType])),
      role: profile?.adminRole ?? null,
    };
  }

  async function findPermission({ userProfileId }: HammeredPerson, organization: number) {
    const { userId, organizationId, organizationPermissionId } = organizationPermissions;
    const isIt = and(eq(userId, userProfileId), eq(organizationId, idOf(organization)));
    const [row] = await db.select({ id: organizationPermissionId }).from(organizationPermissions).where(isIt);
    return row?.id ?? "";
  }
  const isIt = (id: string) => eq(organizationPermissions.organizationPermissionId, id);

  async function remove(person: HammeredPerson, organization: number): Promise<void> {
    const id = await findPermission(person, organization);
    if (draw(2) === 0) await call(chief, "DELETE", `organization-permission/admin/${id}`);
    else await db.delete(organizationPermissions).where(isIt(id));
  }

  async function lower(person: HammeredPerson, organization: number): Promise<void> {
    const id = await findPermission(person, organization);
    const permissionType = person.rights.now().permissions.get(organization) === "write" ? "read" : "write";
    if (draw(2) === 0) await call(chief, "PATCH", `organization-permission/admin/${id}`, { permissionType });
    else await db.update(organizationPermissions).set({ permissionType }).where(isIt(id));
  }

  /** Gives a removed person access again, to an organization that they then act for. */
  async function grantAgain(person: HammeredPerson, organization: number): Promise<void> {
    const [organizationId, { userProfileId }] = [idOf(organization), person];
    if (!person.rights.now().permissions.has(organization))
      await makePermission(db, { userId: userProfileId, organizationId, permissionType: "write" });
    await db
      .update(userProfiles)
      .set({ activeOrganizationId: organizationId })
      .where(eq(userProfiles.userProfileId, userProfileId));
  }

  async function changeRights(person: HammeredPerson, change: () => Promise<unknown>): Promise<Rights[]> {
    const before = person.rights.now();
    const askedAt = performance.now();
    await change();
    const confirmedAt = performance.now();
    const after = await readRights(person);
    person.rights.change(askedAt, confirmedAt, after);
    return [before, after];
  }

  async function changeMember(person: HammeredPerson): Promise<void> {
    const { active, permissions } = person.rights.now();
    const home = person.homes.find((one) => !permissions.has(one));
    if (active === null || !permissions.has(active)) {
      await changeRights(person, () => grantAgain(person, home ?? person.homes[0] ?? 0));
      done.regranted += 1;
      return;
    }
    const others = [...permissions.keys()].filter((one) => one !== active);
    const turn = draw(others.length > 0 ? 4 : 2);
    if (turn === 0) {
      const [, after] = await changeRights(person, () => remove(person, active));
      if (!after?.permissions.has(active)) done.removed += 1;
    } else if (turn === 1) {
      const [before, after] = await changeRights(person, () => lower(person, active));
      if (before?.permissions.get(active) !== after?.permissions.get(active)) done.lowered += 1;
    } else {
      const activeOrganizationId = idOf(others[draw(others.length)] ?? active);
      const [, after] = await changeRights(person, () =>
        call(person.signIn, "PATCH", "user-profile/user", { activeOrganizationId }),
      );
      if (after?.active !== active) done.switched += 1;
    }
  }

  async function changeAdmin(person: HammeredPerson): Promise<void> {
    const adminRole = person.rights.now().role === null ? "viewer" : null;
    await changeRights(person, () =>
      db.update(userProfiles).set({ adminRole }).where(eq(userProfiles.userProfileId, person.userProfileId)),
    );
    if (adminRole === null) done.roleTaken += 1;
  }

  async function signOut(person: HammeredPerson): Promise<void> {
    const ended = person.signIn;
    ended.endAsked = performance.now();
    if (draw(2) === 0) await call({ ...ended, token: ended.session }, "POST", "auth/sign-out", {});
    const [left] = await db
      .delete(authSessions)
      .where(eq(authSessions.userId, person.authUserId))
      .returning();
    ended.endConfirmed = performance.now();
    done.signedOut += 1;
    if (!left) done.signedOutByPortal += 1;
    person.ended.push(ended);
    person.signIn = await signIn(person);
  }

  return {
    done,
    readRights,
    grantAgain: (person: HammeredPerson) =>
      changeRights(person, () => grantAgain(person, person.homes[0] ?? 0)),
    async changeNext(person: HammeredPerson): Promise<void> {
      if (draw(4) === 0) await signOut(person);
      else await (person.homes.length === 0 ? changeAdmin(person) : changeMember(person));
    },
  };
}
