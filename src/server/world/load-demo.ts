import { eq, inArray } from "drizzle-orm";
import { publicViewPath } from "#domain/documents/managed-document.ts";
import { type ChangeDeps, change, PORTAL } from "../access/change.ts";
import type { AccessDeps } from "../access-records/record-access.ts";
import type { Db } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { findSharedDocument, momentOf } from "../public-view/queries.ts";
import { userProfiles } from "../schema/account.ts";
import { organizations } from "../schema/organizations.ts";
import { settings } from "../schema/settings.ts";
import { templates } from "../schema/templates.ts";
import { firstSettings } from "../settings/queries.ts";
import { DEMO_PERSON } from "../settings/require-company-name.ts";
import { StartError } from "../start-error.ts";
import demoTemplates from "./demo/templates.json" with { type: "json" };
import demoWorld from "./demo/world.json?raw";
import { loadWorld } from "./load-world.ts";
import { parseWorld } from "./parse-world.ts";

type DemoDeps = ChangeDeps & AccessDeps & Pick<Deps, "env">;

/** Loads the demo data into an empty database. Returns a line for each sign-in of the demo data. */
export async function loadDemoWorld(deps: DemoDeps): Promise<string[]> {
  if (await isEmpty(deps.db)) {
    // The templates come first, so that a start that is killed between both adds them again.
    await addTemplates(deps);
    await addBankDetails(deps);
    await loadWorld(deps, demoWorld);
  }
  return (await isDemo(deps.db)) ? demoSignIns(deps.db) : [];
}

async function addTemplates(deps: ChangeDeps): Promise<void> {
  await change(deps, PORTAL, async ({ tx, at }) => {
    const times = { pageSavedAt: at, createdAt: at, updatedAt: at };
    const rows = demoTemplates.map((template) => ({ ...template, ...times }));
    await tx.insert(templates).values(rows).onConflictDoNothing();
  });
}

/** So that the demo's clients read how to pay. */
async function addBankDetails(deps: DemoDeps): Promise<void> {
  await change(deps, PORTAL, async ({ tx }) => {
    const bankDetails = "Ember & Oak Digital\nBSB 062-000\nAccount 1234 5678";
    const paymentTerms = "Please pay by bank transfer within 14 days.";
    await tx
      .insert(settings)
      .values({ ...firstSettings(deps), bankDetails, paymentTerms })
      .onConflictDoNothing();
  });
  await deps.settings.refresh();
}

/** Refuses to serve the demo data, whose passwords are public, beyond this machine unless DEMO asks for it. */
export async function refusePublicDemo({ db, env }: Pick<Deps, "db" | "env">): Promise<void> {
  if (env.isForThisMachine || env.isDemo || !(await isDemo(db))) return;
  const reached = env.isLoopback ? `PUBLIC_URL is ${env.publicUrl}` : `HOST is ${env.host}`;
  throw new StartError(
    `The data holds the demo world, whose passwords are known to everyone, and ${reached}. ` +
      "Set DEMO=1 to serve it there all the same, or DATA_DIR (or DATABASE_URL) to data of your own.",
  );
}

/** The addresses of the demo documents that are shared now. */
export async function demoViewPaths(deps: Pick<Deps, "db" | "clock" | "settings">): Promise<string[]> {
  const shared = parseWorld(demoWorld).lists.documents.flatMap(({ value }) =>
    value.sharing?.isShared && value.uniqueDocumentId ? [value.uniqueDocumentId] : [],
  );
  const found = await Promise.all(shared.map((id) => findSharedDocument(deps.db, id, momentOf(deps))));
  return found.flatMap((document) => (document ? [publicViewPath(document.uniqueDocumentId)] : []));
}

async function isEmpty(db: Db): Promise<boolean> {
  const [organization] = await db.select({ id: organizations.organizationId }).from(organizations).limit(1);
  const [person] = await db.select({ id: userProfiles.userProfileId }).from(userProfiles).limit(1);
  return !organization && !person;
}

async function isDemo(db: Db): Promise<boolean> {
  return (await db.$count(userProfiles, eq(userProfiles.userProfileId, DEMO_PERSON))) > 0;
}

/** Data of an older demo world does not hold the people whom a newer one adds. */
async function demoSignIns(db: Db): Promise<string[]> {
  const { people, signIns, organizations: all } = parseWorld(demoWorld).lists;
  const names = new Map(all.map(({ value }) => [value.organizationId, value.organizationName]));
  const { email } = userProfiles;
  const emails = people.map(({ value }) => value.email);
  const rows = await db.select({ email }).from(userProfiles).where(inArray(email, emails));
  const existing = new Set(rows.map((one) => one.email));
  const ofPeople = people
    .filter(({ value }) => value.password !== undefined && existing.has(value.email))
    .map(({ value }) => {
      const rights = value.permissions.map(
        (one) => `${one.permissionType} in ${names.get(one.organizationId)}`,
      );
      const role = value.adminRole ? [`${value.adminRole} in the company`] : [];
      return signInLine(value, [...role, ...rights].join(", "));
    });
  return [...ofPeople, ...signIns.map(({ value }) => signInLine(value, "without a user profile"))];
}

function signInLine(signIn: { email: string; password?: string | undefined }, what: string): string {
  return `${signIn.email.padEnd(20)}  ${signIn.password}  (${what})`;
}
