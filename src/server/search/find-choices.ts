import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type * as calls from "#contract/admin/search.ts";
import { comparableText } from "#domain/lists/comparable-text.ts";
import type { Choice, ChoiceKind } from "#domain/search/search-hit.ts";
import { contains } from "../db/comparable-sql.ts";
import type { DbOrTx } from "../db/database.ts";
import { invoices, invoiceVisibleToClients, uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";

type Query = z.output<typeof calls.findChoices.query>;

/** As many as a person reads; another letter finds the others. */
const MAX = 20;

/** Organizations by name, or the latest documents or issued invoices of one. Those of no organization are none. */
export async function findChoices(reader: DbOrTx, of: ChoiceKind, request: Query): Promise<Choice[]> {
  switch (of) {
    case "organization":
      return findOrganizations(reader, request);
    case "document":
      return findRecords(reader, request, uniqueDocuments, uniqueDocuments.uniqueDocumentId);
    case "invoice":
      return findRecords(reader, request, invoices, invoices.invoiceId, invoiceVisibleToClients(invoices));
  }
}

async function findOrganizations(reader: DbOrTx, { q = "" }: Query): Promise<Choice[]> {
  const { organizationId: id, organizationName: name } = organizations;
  const rows = await reader
    .select({ id, name })
    .from(organizations)
    .where(contains(organizations.nameComparable, comparableText(q)))
    .orderBy(sql`${organizations.nameOrder} collate "C"`, id)
    .limit(MAX);
  return rows.map((row) => ({ ...row, number: null }));
}

type Numbered = typeof uniqueDocuments | typeof invoices;

async function findRecords(
  reader: DbOrTx,
  { q = "", organizationId }: Query,
  table: Numbered,
  id: AnyPgColumn,
  where?: SQL,
): Promise<Choice[]> {
  if (organizationId === undefined) return [];
  const query = comparableText(q);
  const rows = await reader
    .select({ id: sql<string>`${id}`, name: table.name, number: table.externalId })
    .from(table)
    .where(
      and(
        eq(table.organizationId, organizationId),
        where,
        or(contains(table.nameComparable, query), contains(table.externalIdComparable, query)),
      ),
    )
    .orderBy(sql`${table.createdAt} desc nulls last`, sql`${id} desc nulls last`)
    .limit(MAX);
  return rows;
}
