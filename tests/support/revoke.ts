import { eq } from "drizzle-orm";
import type { Db, Tx } from "#server/db/database.ts";
import { userProfiles } from "#server/schema/account.ts";
import { authSessions } from "#server/schema/identity.ts";
import { organizations } from "#server/schema/organizations.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { blockDecisions } from "./block-decisions.ts";
import type { TestPerson } from "./factories.ts";

/** A way in which a person loses the right to make a call, and the status of the refusal. */
export type Revocation = {
  what: string;
  status: 401 | 403;
  /** The reason that a change gives inside; left out, "permission-gone". */
  reason?: string;
  run: (db: Db | Tx, from: TestPerson) => Promise<unknown>;
};

export const SIGNED_OUT: Revocation = {
  what: "signed out",
  status: 401,
  run: (db, { authUserId }) => db.delete(authSessions).where(eq(authSessions.userId, authUserId)),
};

export const FROM_WRITERS: readonly Revocation[] = [
  SIGNED_OUT,
  {
    what: "removed from the organization",
    status: 403,
    run: (db, { userProfileId }) =>
      db.delete(organizationPermissions).where(eq(organizationPermissions.userId, userProfileId)),
  },
  {
    what: "made a reader",
    status: 403,
    run: (db, { userProfileId }) =>
      db
        .update(organizationPermissions)
        .set({ permissionType: "read" })
        .where(eq(organizationPermissions.userId, userProfileId)),
  },
  {
    what: "left with an organization that is not active",
    status: 403,
    run: (db, { organizationId }) =>
      db
        .update(organizations)
        .set({ status: "INACTIVE" })
        .where(eq(organizations.organizationId, organizationId)),
  },
];

export const FROM_MEMBERS = FROM_WRITERS.filter(({ what }) => what !== "made a reader");

/** Whose organization was deactivated keeps what it accepted. */
export const FROM_FORMER_MEMBERS = FROM_MEMBERS.filter(
  ({ what }) => what !== "left with an organization that is not active",
);

const makeRole = (what: string, adminRole: "viewer" | "editor" | null): Revocation => ({
  what,
  status: 403,
  run: (db, { userProfileId }) =>
    db.update(userProfiles).set({ adminRole }).where(eq(userProfiles.userProfileId, userProfileId)),
});

export const FROM_SIGNATORIES: readonly Revocation[] = [
  ...FROM_WRITERS,
  { ...makeRole("made a viewer of the company", "viewer"), reason: "works-for-company" },
  {
    what: "given another email by the company",
    status: 403,
    reason: "decisions-held",
    // The profile is changed with the record, and a decision waits for it.
    run: async (db, person) => {
      const isPerson = eq(userProfiles.userProfileId, person.userProfileId);
      await db
        .update(userProfiles)
        .set({ email: `new-${person.email}` })
        .where(isPerson);
      await blockDecisions(db, person, person.organizationId);
    },
  },
];

const WITHOUT_ROLE = makeRole("left without a role", null);
export const FROM_VIEWERS: readonly Revocation[] = [SIGNED_OUT, WITHOUT_ROLE];
export const FROM_EDITORS: readonly Revocation[] = [...FROM_VIEWERS, makeRole("made a viewer", "viewer")];
export const FROM_OWNERS: readonly Revocation[] = [...FROM_VIEWERS, makeRole("made an editor", "editor")];
