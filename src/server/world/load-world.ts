import { createHash } from "node:crypto";
import { inArray, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { WorldListName } from "#domain/world/world-file.ts";
import { momentAt } from "#domain/world/world-moment.ts";
import { recordAudit } from "../audit/record.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { organizations } from "../organizations/tables.ts";
import { addGeneralDocuments, addSignatures } from "./add-agreements.ts";
import { addDocuments, addInvoices, addProducts, addWorkOrders } from "./add-business.ts";
import { addDecisions } from "./add-decisions.ts";
import { addNotifications, addPermissionRequests } from "./add-messages.ts";
import { addPeople, addPermissions, addSignIns, addSignInsOfPeople } from "./add-people.ts";
import { addRows } from "./add-rows.ts";
import { addSharings } from "./add-sharings.ts";
import { awaitPictures } from "./await-pictures.ts";
import { checkWorld } from "./check-world.ts";
import { documentSlug } from "./document-slug.ts";
import { type IdentifiedWorld, identifyWorld } from "./identify-world.ts";
import { readKnown } from "./known-records.ts";
import { LIST_NAMES, parseWorld } from "./parse-world.ts";
import { referencesOf } from "./references.ts";
import { inOrderOfPlace, WorldRefusedError } from "./world-error.ts";
import { indexWorld, type WorldIndex } from "./world-index.ts";

/** Any fixed number: two loads at once take turns by it. */
const LOAD_LOCK = 4_000_418;

/** How many records of each list were added, and how many were there already and left as they are. */
export type WorldReport = { list: WorldListName; added: number; alreadyThere: number }[];

type LoadDeps = Pick<Deps, "db" | "queue" | "clock">;

/**
 * Loads a world file: all of it in one transaction, or nothing. What is there already is left as it is,
 * so that a second load of the same file changes nothing. Throws WorldRefusedError with every error.
 */
export async function loadWorld(deps: LoadDeps, text: string): Promise<WorldReport> {
  const { lists, broken, errors } = parseWorld(text);
  const world = identifyWorld(lists);
  const references = referencesOf(world);
  return deps.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOAD_LOCK})`);
    const slugs = world.documents.map(({ value }) => documentSlug(value));
    const known = await readKnown(tx, world, references, slugs);
    const index = indexWorld(world, broken, known);
    const all = [...errors, ...checkWorld(world, references, index, known)];
    if (all.length > 0) throw new WorldRefusedError(inOrderOfPlace(all));

    const now = deps.clock();
    const added = await addWorld(tx, deps, world, { index, now, knownSignIns: known.signIns });
    const report = LIST_NAMES.map((list) => ({
      list,
      added: added[list].size,
      alreadyThere: world[list].length - added[list].size,
    })).filter((one) => one.added + one.alreadyThere > 0);
    if (report.some((one) => one.added > 0)) await recordLoad(tx, text, report, now);
    return report;
  });
}

type Added = Record<WorldListName, Set<Id>>;

async function addWorld(
  tx: Tx,
  deps: LoadDeps,
  world: IdentifiedWorld,
  around: { index: WorldIndex; now: Date; knownSignIns: ReadonlyMap<string, unknown> },
): Promise<Added> {
  const { index, now } = around;
  const added = {} as Added;
  added.organizations = await addOrganizations(tx, world.organizations, now);
  const organizationNames = await readOrganizationNames(tx, world);
  added.people = await addPeople(tx, world.people, now);
  await addPermissions(tx, world.people, added, now);
  await addSignInsOfPeople(tx, world.people, added.people);
  added.signIns = await addSignIns(tx, world.signIns, around.knownSignIns);
  added.products = await addProducts(tx, world.products, now);
  added.invoices = await addInvoices(tx, world.invoices, now);
  added.documents = await addDocuments(tx, world.documents, now);
  added.workOrders = await addWorkOrders(tx, world.workOrders, now);
  const newDocuments = world.documents.filter(({ id }) => added.documents.has(id));
  await awaitPictures(tx, deps, newDocuments);
  await addSharings(tx, newDocuments, now);
  await addDecisions(tx, deps, newDocuments, { index, organizationNames, now });
  added.generalDocuments = await addGeneralDocuments(tx, world.generalDocuments, now);
  added.signedGeneralDocuments = await addSignatures(
    tx,
    world.signedGeneralDocuments,
    organizationNames,
    index,
    now,
  );
  added.notifications = await addNotifications(tx, world.notifications, index, now);
  added.permissionRequests = await addPermissionRequests(tx, world.permissionRequests, index, now);
  return added;
}

async function addOrganizations(tx: Tx, list: IdentifiedWorld["organizations"], now: Date): Promise<Set<Id>> {
  const rows = list.map(({ id, value }) => ({
    organizationId: id,
    organizationName: value.organizationName,
    status: value.status,
    quickLinks: value.quickLinks,
    createdAt: value.createdAt ? momentAt(value.createdAt, now) : now,
  }));
  return addRows(tx, organizations, organizations.organizationId, rows);
}

/** The names, as they stand in the database, of the organizations that decisions and signatures speak for. */
async function readOrganizationNames(tx: Tx, world: IdentifiedWorld): Promise<Map<Id, string>> {
  const ids = [...world.documents, ...world.signedGeneralDocuments]
    .map(({ value }) => value.organizationId)
    .filter((id) => id !== undefined);
  const { organizationId, organizationName } = organizations;
  const rows = await tx
    .select({ organizationId, organizationName })
    .from(organizations)
    .where(inArray(organizationId, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.organizationId, row.organizationName]));
}

async function recordLoad(tx: Tx, text: string, report: WorldReport, now: Date): Promise<void> {
  await recordAudit(tx, {
    at: now,
    action: "world.load",
    userProfileId: null,
    organizationId: null,
    subjectId: createHash("sha256").update(text).digest("hex"),
    details: { lists: report },
  });
}
