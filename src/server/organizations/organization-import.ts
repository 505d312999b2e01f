import { sql } from "drizzle-orm";
import { v7 } from "uuid";
import { writeCsv } from "#domain/csv/write-csv.ts";
import {
  ORGANIZATION_COLUMNS,
  type PlannedOrganization,
  planOrganizationImport,
} from "#domain/organizations/plan-organization-import.ts";
import type { Change } from "../access/change.ts";
import type { DbOrTx } from "../db/database.ts";
import { insertMany, isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { type ImportNoun, inBatches } from "../imports/import-noun.ts";
import { organizations } from "../schema/organizations.ts";
import { findAllOrganizations } from "./queries.ts";

export const organizationImport: ImportNoun<keyof typeof ORGANIZATION_COLUMNS, PlannedOrganization> = {
  columns: ORGANIZATION_COLUMNS,
  plan: async (reader) => planOrganizationImport(await findAllOrganizations(reader)),
  lock: (tx, plannedRows) =>
    tx
      .select({ organizationId: organizations.organizationId })
      .from(organizations)
      .where(isAnyOf(organizations.organizationId, idsOf(plannedRows)))
      .orderBy(organizations.organizationId)
      .for("update"),
  async apply(opened, deps, { added, changed }, onWritten) {
    await inBatches(added, onWritten, (part) => addNew(opened, part));
    await inBatches(changed, onWritten, (part) => renameOthers(opened, deps, part));
    if (added.length + changed.length > 0)
      await deps.live.publish(opened.tx, { company: true }, { kind: "organization", id: "organizations" });
  },
};

function idsOf(plannedRows: readonly PlannedOrganization[]) {
  return plannedRows.flatMap(({ was }) => (was ? [was.organizationId] : []));
}

async function addNew(
  { tx, at, recordAll }: Change,
  plannedRows: readonly PlannedOrganization[],
): Promise<void> {
  const added = plannedRows.map(({ organizationName }) => ({
    organizationId: v7(),
    organizationName,
    status: "INACTIVE" as const,
    quickLinks: [],
    createdAt: at,
  }));
  await insertMany(tx, organizations, added);
  await recordAll(
    added.map(({ organizationId, organizationName }) => ({
      action: "organization.add" as const,
      subjectId: organizationId,
      organizationId,
      details: { organizationName },
    })),
  );
}

async function renameOthers(
  { tx, recordAll }: Change,
  deps: Deps,
  plannedRows: readonly PlannedOrganization[],
): Promise<void> {
  const renamed = plannedRows.flatMap(({ was, organizationName }) =>
    was ? [{ was, organizationName }] : [],
  );
  const rows = renamed.map(({ was, organizationName }) => ({ id: was.organizationId, organizationName }));
  await tx.execute(sql`
    update organizations set organization_name = given."organizationName"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id text, "organizationName" text)
    where organization_id = given.id`);
  await recordAll(
    renamed.map(({ was: { organizationId, organizationName: from }, organizationName: to }) => ({
      action: "organization.rename" as const,
      subjectId: organizationId,
      organizationId,
      details: { from, to },
    })),
  );
  for (const { id } of rows) {
    await deps.live.publish(tx, { organization: id }, { kind: "organization", id });
  }
}

/** All organizations, as an import takes them back. */
export async function writeOrganizations(reader: DbOrTx): Promise<string> {
  const all = await findAllOrganizations(reader);
  const rows = all.map((one) => [
    one.organizationId,
    one.organizationName,
    one.status === "ACTIVE" ? "Active" : "Inactive",
  ]);
  return writeCsv([...Object.keys(ORGANIZATION_COLUMNS), "Status"], rows);
}
