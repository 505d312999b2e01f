import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Id } from "#domain/id.ts";
import type { WorldListName } from "#domain/world/world-file.ts";
import { userProfiles } from "../account/tables.ts";
import { generalDocuments, signedGeneralDocuments } from "../agreements/tables.ts";
import type { Tx } from "../db/database.ts";
import { uniqueDocuments } from "../documents/tables.ts";
import { authUsers } from "../identity/tables.ts";
import { invoices } from "../invoices/tables.ts";
import { notifications } from "../notifications/tables.ts";
import { organizations } from "../organizations/tables.ts";
import { organizationPermissionRequests, organizationPermissions } from "../permissions/tables.ts";
import { products } from "../products/tables.ts";
import { workOrders } from "../work-orders/tables.ts";
import type { IdentifiedWorld } from "./identify-world.ts";
import type { Reference } from "./references.ts";

export type KnownPerson = { userProfileId: Id; firstName: string; lastName: string; email: string };

/** What the database has already of all that a file brings or names. */
export type Known = {
  /** Of each list the ids that are there, with the organization they belong to where they belong to one. */
  ids: Record<Exclude<WorldListName, "signIns">, Map<Id, Id | null>>;
  people: KnownPerson[];
  /** "<userProfileId> <organizationId>" of those people's permissions, with the permission's id. */
  permissions: Map<string, Id>;
  /** The document that has a slug. */
  slugs: Map<string, Id>;
  /** The profile that a sign-in belongs to, by e-mail; null where it belongs to none. */
  signIns: Map<string, Id | null>;
  generalTerms: { generalDocumentId: Id; name: string } | null;
};

export async function readKnown(
  tx: Tx,
  world: IdentifiedWorld,
  references: readonly Reference[],
  slugs: readonly string[],
): Promise<Known> {
  const namedBy = Map.groupBy(references, (reference) => reference.to);
  const idsOf = (list: WorldListName) => [
    ...world[list].map((one) => one.id),
    ...(namedBy.get(list) ?? []).map((reference) => reference.name),
  ];
  const lookUp = (list: WorldListName, table: PgTable, id: PgColumn, organizationId: PgColumn | null) =>
    findIds(tx, table, id, organizationId, idsOf(list));

  const emails = [
    ...idsOf("people"),
    ...world.people.map(({ value }) => value.email),
    ...world.signIns.map(({ value }) => value.email),
  ].map((text) => text.toLowerCase());
  const people = await findPeople(tx, idsOf("people"), emails);
  return {
    ids: {
      organizations: await lookUp("organizations", organizations, organizations.organizationId, null),
      people: new Map(people.map((person) => [person.userProfileId, null])),
      products: await lookUp("products", products, products.productId, null),
      invoices: await lookUp("invoices", invoices, invoices.invoiceId, invoices.organizationId),
      documents: await lookUp(
        "documents",
        uniqueDocuments,
        uniqueDocuments.uniqueDocumentId,
        uniqueDocuments.organizationId,
      ),
      workOrders: await lookUp("workOrders", workOrders, workOrders.workOrderId, workOrders.organizationId),
      generalDocuments: await lookUp(
        "generalDocuments",
        generalDocuments,
        generalDocuments.generalDocumentId,
        null,
      ),
      signedGeneralDocuments: await lookUp(
        "signedGeneralDocuments",
        signedGeneralDocuments,
        signedGeneralDocuments.signedGeneralDocumentId,
        null,
      ),
      notifications: await lookUp(
        "notifications",
        notifications,
        notifications.notificationId,
        notifications.organizationId,
      ),
      permissionRequests: await lookUp(
        "permissionRequests",
        organizationPermissionRequests,
        organizationPermissionRequests.organizationPermissionRequestId,
        organizationPermissionRequests.organizationId,
      ),
    },
    people,
    permissions: await findPermissions(tx, people),
    slugs: await findSlugs(tx, slugs),
    signIns: await findSignIns(tx, emails),
    generalTerms: await findGeneralTerms(tx),
  };
}

/** One parameter however many values: a list of thousands would be more parameters than a query may have. */
function isOneOf(column: PgColumn | SQL, values: readonly string[]): SQL {
  return sql`${column} = any(${sql.param([...new Set(values)])})`;
}

async function findIds(
  tx: Tx,
  table: PgTable,
  id: PgColumn,
  organizationId: PgColumn | null,
  ids: readonly string[],
): Promise<Map<Id, Id | null>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: sql<Id>`${id}`, organizationId: sql<Id | null>`${organizationId ?? sql`null`}` })
    .from(table)
    .where(isOneOf(id, ids));
  return new Map(rows.map((row) => [row.id, row.organizationId]));
}

async function findPeople(tx: Tx, ids: readonly string[], emails: readonly string[]): Promise<KnownPerson[]> {
  const { userProfileId, firstName, lastName, email } = userProfiles;
  return tx
    .select({ userProfileId, firstName, lastName, email })
    .from(userProfiles)
    .where(sql`${isOneOf(userProfileId, ids)} or ${isOneOf(sql`lower(${email})`, emails)}`);
}

async function findPermissions(tx: Tx, people: readonly KnownPerson[]): Promise<Map<string, Id>> {
  const { organizationPermissionId, userId, organizationId } = organizationPermissions;
  const ids = people.map((person) => person.userProfileId);
  const rows = await tx
    .select({ organizationPermissionId, userId, organizationId })
    .from(organizationPermissions)
    .where(isOneOf(userId, ids));
  return new Map(rows.map((row) => [`${row.userId} ${row.organizationId}`, row.organizationPermissionId]));
}

async function findSlugs(tx: Tx, slugs: readonly string[]): Promise<Map<string, Id>> {
  const { slug, uniqueDocumentId } = uniqueDocuments;
  const rows = await tx.select({ slug, uniqueDocumentId }).from(uniqueDocuments).where(isOneOf(slug, slugs));
  return new Map(rows.map((row) => [row.slug, row.uniqueDocumentId]));
}

async function findSignIns(tx: Tx, emails: readonly string[]): Promise<Map<string, Id | null>> {
  const rows = await tx
    .select({ email: sql<string>`lower(${authUsers.email})`, userProfileId: userProfiles.userProfileId })
    .from(authUsers)
    .leftJoin(userProfiles, eq(userProfiles.authUserId, authUsers.id))
    .where(isOneOf(sql`lower(${authUsers.email})`, emails));
  return new Map(rows.map((row) => [row.email, row.userProfileId]));
}

async function findGeneralTerms(tx: Tx): Promise<Known["generalTerms"]> {
  const { generalDocumentId, name, isGeneralTerms } = generalDocuments;
  const [row] = await tx
    .select({ generalDocumentId, name })
    .from(generalDocuments)
    .where(eq(isGeneralTerms, true));
  return row ?? null;
}
