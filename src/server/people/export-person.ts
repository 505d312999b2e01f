import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { FastifyInstance } from "fastify";
import type { PersonalDataLink } from "#domain/account/personal-data.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Owner, Person } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { FILE_PATH } from "../files/file-links.ts";
import { fileHeaders, isLinkValid, type LinkRequest } from "../files/serve-file.ts";
import { readInScope } from "../rls/in-scope.ts";
import { isNotRemoved, userProfiles } from "../schema/account.ts";
import { VERSION } from "../version.ts";
import { type NamingKind, namingColumns, PERSONAL_DATA, type PersonalRows } from "./personal-data.ts";
import { noPerson, type ProfileRow } from "./queries.ts";
import { emailsOf } from "./remove-person.ts";

/** Who exports. A link names it, because the person's own export has fewer rows than an owner's. */
const EXPORTERS = ["owner", "person"] as const;
type Exporter = (typeof EXPORTERS)[number];

/** What a signed link to the export of a person's data names. */
const dataKey = (by: Exporter, userProfileId: Id) =>
  by === "owner" ? `person-data/${userProfileId}` : `own-data/${userProfileId}`;

/** A link to everything that the portal stores of a person, which the activity notes. */
export async function exportPerson(deps: Deps, owner: Owner, userProfileId: Id): Promise<PersonalDataLink> {
  return linkToData(deps, owner, userProfileId, "owner");
}

/** A sign-in by an issuer acts for one side, and the data is of all. */
const ONE_SIDE = new AppError(
  "forbidden",
  "You signed in with single sign-on, which shows one side of the portal only, and your data may be of several. To download it, sign in with your password or passkey.",
  { reason: "limited-sign-in" },
);

export async function exportOwnData(deps: Deps, person: Person): Promise<PersonalDataLink> {
  if (person.limitedTo !== null) throw ONE_SIDE;
  return linkToData(deps, person, person.userProfileId, "person");
}

function linkToData(deps: Deps, caller: Owner | Person, userProfileId: Id, by: Exporter) {
  const action = by === "owner" ? "person.export" : "profile.export";
  return change(deps, caller, async ({ tx, at, record }) => {
    const isIt = and(eq(userProfiles.userProfileId, userProfileId), isNotRemoved(userProfiles));
    if ((await tx.$count(userProfiles, isIt)) === 0) return noPerson();
    await record({ action, subjectId: userProfileId, organizationId: null, details: {} });
    return { uri: deps.links.sign(dataKey(by, userProfileId), at) };
  });
}

/** Serves the export to everybody with a valid link. The right was checked when the link was signed. */
export function servePersonalData(app: FastifyInstance, deps: Deps): void {
  for (const by of EXPORTERS) serveExport(app, deps, by);
}

function serveExport(app: FastifyInstance, deps: Deps, by: Exporter): void {
  app.get<LinkRequest<"id">>(
    `${FILE_PATH}/${dataKey(by, ":id")}`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { id } = request.params;
      const json = isLinkValid(deps, dataKey(by, id), request.query)
        ? await readInScope(deps.database, { role: "portal" }, (tx) => readPersonalData(deps, tx, id, by))
        : null;
      if (json === null)
        throw new AppError(
          "forbidden",
          "This link no longer works. Go back to the portal and download the data again.",
        );
      const fileName = `personal-data-${deps.clock().toISOString().slice(0, 10)}.json`;
      return reply
        .headers(fileHeaders("application/json; charset=utf-8", "attachment", fileName, "default-src 'none'"))
        .send(json);
    },
  );
}

/** The export as JSON; null if there is no such person. */
async function readPersonalData(
  { settings, clock, env }: Pick<Deps, "settings" | "clock" | "env">,
  tx: DbOrTx,
  userProfileId: Id,
  by: Exporter,
): Promise<string | null> {
  const found = await findWhom(tx, userProfileId);
  if (!found) return null;
  // A client may choose a colleague's name, and rows found by a name are the company's own.
  const mayFindByName = by === "owner" || found.person.adminRole !== null;
  const whom: Whom = mayFindByName ? found : { ...found, personName: [] };
  const data: string[] = [];
  for (const rows of PERSONAL_DATA)
    data.push(`${JSON.stringify(rows.name)}: [\n${(await readRows(tx, rows, whom)).join(",\n")}\n]`);
  const head = {
    portal: env.publicUrl,
    company: settings.now().companyName,
    portalVersion: VERSION,
    madeAt: clock().toISOString(),
    about: "The rows of each table that name the person, without passwords, keys, codes and links that work.",
  };
  return `{\n"export": ${JSON.stringify(head)},\n${data.join(",\n")}\n}\n`;
}

/** A person, and by what rows name them. */
export type Whom = { person: ProfileRow } & Record<NamingKind, readonly string[]>;

export async function findWhom(tx: DbOrTx, userProfileId: Id): Promise<Whom | null> {
  const isIt = and(eq(userProfiles.userProfileId, userProfileId), isNotRemoved(userProfiles));
  const [person] = await tx.select().from(userProfiles).where(isIt);
  if (!person) return null;
  return {
    person,
    profile: [userProfileId],
    account: person.authUserId === null ? [] : [person.authUserId],
    email: await emailsOf(tx, person),
    personName: [displayName(person)],
    list: [userProfileId],
  };
}

const MATCHES: Record<NamingKind, (column: PgColumn, values: readonly string[]) => SQL> = {
  profile: isAnyOf,
  account: isAnyOf,
  email: (column, emails) => isAnyOf(sql`lower(${column})`, emails),
  personName: isAnyOf,
  list: (column, [id = ""]) => sql`position(${JSON.stringify(id)} in ${column}::text) > 0`,
};

/** The rows of a table that name someone. */
export function isAbout(rows: PersonalRows, whom: Whom): SQL {
  const found = namingColumns(rows)
    .filter(([kind]) => whom[kind].length > 0)
    .map(([kind, column]) => {
      const matches = MATCHES[kind](column, whom[kind]);
      return kind === "email" && rows.emailOf ? and(matches, isNull(rows.emailOf)) : matches;
    });
  return or(...found) ?? sql`false`;
}

/** Whether a row names someone by their own email. */
function isTo(rows: PersonalRows, whom: Whom): SQL {
  const { email } = whom;
  return or(...(rows.email ?? []).map((column) => MATCHES.email(column, email))) ?? sql`false`;
}

/** A token of a link, and every other text of its length that no word has. */
const TOKEN = "[A-Za-z0-9_-]{40,}";

/** Each row as JSON, as the database writes it. */
async function readRows(tx: DbOrTx, rows: PersonalRows, whom: Whom): Promise<string[]> {
  const selected = rows.columns.map((column) => {
    const value =
      column === rows.withoutTokens
        ? sql`regexp_replace(${column}, ${TOKEN}, '[removed]', 'g')`
        : sql`${column}`;
    const shown = rows.ofRecipient?.includes(column)
      ? sql`case when ${isTo(rows, whom)} then ${value} end`
      : value;
    return sql`(${shown}) as ${sql.identifier(column.name)}`;
  });
  const found = await tx.execute<{ row: string }>(sql`
    select to_jsonb(one)::text as row
    from (select ${sql.join(selected, sql`, `)} from ${rows.table} where ${isAbout(rows, whom)}) one`);
  return found.rows.map(({ row }) => row);
}
