import { eq, sql } from "drizzle-orm";
import { refuseSide } from "#domain/access/two-sides.ts";
import { displayName, type UserProfile } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import {
  beginCreation,
  type Created,
  type Creation,
  checkReferences,
  checkTwins,
  createRecords,
  type Reference,
} from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { passwordProblems } from "../identity/common-passwords.ts";
import { createSignIns } from "../identity/create-sign-ins.ts";
import { userProfiles } from "../schema/account.ts";
import { authUsers } from "../schema/identity.ts";
import { findProfilesNamed } from "./queries.ts";

export type PersonDraft = Omit<UserProfile, "activeOrganizationId"> & {
  /** Default: the first of the person's organizations. */
  activeOrganizationId?: Id | null | undefined;
  /** The organizations that the person will belong to. */
  permissions: { organizationId: Id }[];
  /** Null: the person cannot sign in. With a null password they set their first one with a mailed code. */
  signIn: { password: string | null } | null;
  createdAt: Date;
};

/** Adds new people with their sign-ins. Their permissions are granted afterwards. */
export async function createPeople(tx: Tx, drafts: readonly PersonDraft[]): Promise<Created<PersonDraft>> {
  const creation = await beginCreation(tx, "people", drafts);
  checkTwins(
    creation,
    "email",
    ({ email }) => email.toLowerCase(),
    () => "has this email already",
  );
  await checkReferences(tx, creation, referencesOf);
  await checkEmails(tx, creation);
  for (const { at, draft } of creation.fresh) {
    const found = [...membershipProblems(draft), ...passwordProblems(draft.signIn?.password)];
    creation.problems.push(...found.map((problem) => ({ at, ...problem })));
  }
  const created = await createRecords(tx, creation, userProfiles, toRow);
  await addSignIns(tx, created.added);
  return created;
}

function referencesOf({ permissions, activeOrganizationId }: PersonDraft): Reference[] {
  return [
    ...permissions.map(({ organizationId }, index) => ({
      path: `permissions[${index}].organizationId`,
      to: "organizations" as const,
      name: organizationId,
    })),
    { path: "activeOrganizationId", to: "organizations", name: activeOrganizationId },
  ];
}

/** Reports emails that another person has or signs in with. */
async function checkEmails(tx: Tx, { fresh, problems }: Creation<PersonDraft>): Promise<void> {
  const emails = fresh.map(({ draft }) => draft.email.toLowerCase());
  const others = await findProfilesNamed(tx, emails);
  const otherByEmail = new Map(others.map((one) => [one.email.toLowerCase(), one]));
  const taken = await findTakenSignIns(tx, emails);
  const add = (at: number, message: string) => problems.push({ at, path: "email", message });
  for (const { at, draft } of fresh) {
    const email = draft.email.toLowerCase();
    const other = otherByEmail.get(email);
    const who = other && `${displayName(other)}, userProfileId "${other.userProfileId}"`;
    if (who) add(at, `Another person in the database has this email already (${who})`);
    else if (draft.signIn && taken.has(email))
      add(at, "Another person in the database signs in with this email already");
  }
}

/** Those of these emails with which a person with a profile signs in. */
async function findTakenSignIns(tx: Tx, emails: readonly string[]): Promise<Set<string>> {
  const email = sql<string>`lower(${authUsers.email})`;
  const rows = await tx
    .select({ email })
    .from(authUsers)
    .innerJoin(userProfiles, eq(userProfiles.authUserId, authUsers.id))
    .where(sql`${email} = any(${sql.param(emails)}::text[])`);
  return new Set(rows.map((row) => row.email));
}

function membershipProblems({ permissions, activeOrganizationId, adminRole }: PersonDraft) {
  const mine = permissions.map(({ organizationId }) => organizationId);
  const problems = mine.flatMap((organizationId, index) => {
    if (mine.indexOf(organizationId) === index) return [];
    const message = `This person has a permission in "${organizationId}" already; one person has one in an organization`;
    return [{ path: `permissions[${index}].organizationId`, message }];
  });
  if (refuseSide("client", { adminRole, isMember: false }) && mine.length > 0) {
    const message = "A person works for the company or belongs to organizations, and never both";
    problems.push({ path: "adminRole", message });
  }
  if (!activeOrganizationId || mine.includes(activeOrganizationId)) return problems;
  const message = `This person doesn't belong to "${activeOrganizationId}": it isn't among their permissions`;
  return [...problems, { path: "activeOrganizationId", message }];
}

function toRow({ permissions, signIn: _signIn, ...profile }: PersonDraft) {
  const [first] = permissions;
  const { activeOrganizationId = first?.organizationId ?? null } = profile;
  return { ...profile, activeOrganizationId };
}

async function addSignIns(tx: Tx, people: readonly PersonDraft[]): Promise<void> {
  const signing = people.flatMap((person) => (person.signIn ? [{ person, ...person.signIn }] : []));
  const authUserIds = await createSignIns(
    tx,
    signing.map(({ person, password }) => ({ email: person.email, name: displayName(person), password })),
  );
  for (const [at, { person }] of signing.entries()) {
    const authUserId = authUserIds[at] ?? null;
    await tx
      .update(userProfiles)
      .set({ authUserId })
      .where(eq(userProfiles.userProfileId, person.userProfileId));
  }
}
