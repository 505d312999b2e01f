import { eq, isNotNull } from "drizzle-orm";
import type { AdminRole } from "#domain/account/admin-role.ts";
import { isMailedAbout, type MailChoices, usualMailChoices } from "#domain/account/mail-choices.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Admin } from "../access/gates.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { mailChoices, userProfiles } from "../schema/account.ts";

export type Mailed = { userProfileId: Id; email: string };

const { userProfileId, email, adminRole } = userProfiles;

/** The company's own people with their choices, by id. */
async function findAllChoices(reader: DbOrTx): Promise<(Mailed & { choices: MailChoices })[]> {
  const rows = await reader
    .select({ userProfileId, email, adminRole, chosen: mailChoices })
    .from(userProfiles)
    .leftJoin(mailChoices, eq(mailChoices.userProfileId, userProfileId))
    .where(isNotNull(adminRole));
  return rows
    .flatMap(({ adminRole: role, chosen, ...person }) =>
      role === null ? [] : [{ ...person, choices: presentChoices(chosen, role) }],
    )
    .toSorted((a, b) => (a.userProfileId < b.userProfileId ? -1 : 1));
}

function presentChoices(chosen: typeof mailChoices.$inferSelect | null, role: AdminRole): MailChoices {
  if (chosen === null) return usualMailChoices(role);
  const { userProfileId: _, ...choices } = chosen;
  return choices;
}

/** Who is mailed that a document with this owner was decided or did not reach someone, by id. */
export async function findMailedAbout(
  reader: DbOrTx,
  what: "decisions" | "undelivered",
  ownerId: Id | null,
): Promise<Mailed[]> {
  const people = await findAllChoices(reader);
  return people.filter(({ choices, userProfileId: id }) => isMailedAbout(choices[what], id, ownerId));
}

/** Who is mailed about what belongs to no document. */
export async function findMailedOfAll(reader: DbOrTx, what: "requests" | "undelivered"): Promise<Mailed[]> {
  const people = await findAllChoices(reader);
  return people.filter(({ choices }) => choices[what] === "ALL");
}

/** The owner of a document if they are mailed when it is opened. */
export async function findOpeningMailed(reader: DbOrTx, ownerId: Id | null): Promise<Mailed | null> {
  const people = await findAllChoices(reader);
  const owner = people.find((one) => one.userProfileId === ownerId);
  return owner?.choices.openings === "OWN" ? owner : null;
}

export async function getMailChoices(reader: DbOrTx, admin: Admin): Promise<MailChoices> {
  const [chosen = null] = await reader
    .select()
    .from(mailChoices)
    .where(eq(mailChoices.userProfileId, admin.userProfileId));
  return presentChoices(chosen, admin.role);
}

/** Changes which emails the caller gets, from the next event on. */
export async function changeMailChoices(
  deps: Deps,
  admin: Admin,
  choices: MailChoices,
): Promise<MailChoices> {
  return change(deps, admin, async ({ tx, record }) => {
    const personId = admin.userProfileId;
    await tx
      .insert(mailChoices)
      .values({ userProfileId: personId, ...choices })
      .onConflictDoUpdate({ target: mailChoices.userProfileId, set: choices });
    await record({ action: "mail.choose", subjectId: personId, organizationId: null, details: choices });
    return choices;
  });
}
