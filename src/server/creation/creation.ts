import { sql } from "drizzle-orm";
import type { PgInsertValue, PgTable } from "drizzle-orm/pg-core";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import { isAnyOf, partsOf } from "../db/many-rows.ts";
import { RECORD_KINDS, type RecordKind, type RecordKindName } from "./record-kinds.ts";

/** Why a record cannot be created. */
export type Problem = {
  /** The index of the record. */
  at: number;
  /** The path in the record: "products[2].productId"; empty for the whole record. */
  path: string;
  message: string;
  /** An earlier record that conflicts. The message continues after its name. */
  twin?: number;
  /** A record that is named but does not exist. */
  missing?: { kind: RecordKindName; name: string };
};

/** Records to create together. Those with a problem are not created. */
export type Creation<Draft> = {
  kind: RecordKind;
  /** The new records. Existing ones stay unchanged, whatever the draft says. */
  fresh: { at: number; id: Id; draft: Draft }[];
  problems: Problem[];
};

/** The added records and the problems. */
export type Created<Draft> = { added: Draft[]; problems: Problem[] };

/** A path in a draft that names another record, and the organization that record must belong to. */
export type Reference = {
  path: string;
  to: RecordKindName;
  name: string | null | undefined;
  within?: Id;
};

/** Separates new records from existing ones. The id of another organization's record is a problem. */
export async function beginCreation<Draft extends object>(
  tx: Tx,
  kindName: RecordKindName,
  drafts: readonly Draft[],
): Promise<Creation<Draft>> {
  const kind = RECORD_KINDS[kindName];
  const all = drafts.map((draft, at) => ({ at, id: fieldOf(draft, kind.idField) ?? "", draft }));
  const ids = all.map(({ id }) => id);
  const owners = await findOwners(tx, kind, ids);
  const foreign = all.filter(({ id, draft }) => {
    const owner = owners.get(id) ?? null;
    return owner !== null && owner !== fieldOf(draft, "organizationId");
  });
  return {
    kind,
    fresh: all.filter(({ id }) => !owners.has(id)),
    problems: foreign.map(({ at, id }) => ({
      at,
      path: kind.idField,
      message: `The ${kind.noun} "${id}" is in the database already, of another organization`,
    })),
  };
}

/** Reports named records that do not exist or belong to another organization. */
export async function checkReferences<Draft>(
  tx: Tx,
  { fresh, problems }: Pick<Creation<Draft>, "fresh" | "problems">,
  referencesOf: (draft: Draft) => Reference[],
): Promise<void> {
  const named = fresh.flatMap(({ at, draft }) =>
    referencesOf(draft).flatMap(({ name, ...one }) => (name ? [{ at, name, ...one }] : [])),
  );
  for (const [to, references] of Map.groupBy(named, (one) => one.to)) {
    const kind = RECORD_KINDS[to];
    const names = references.map(({ name }) => name);
    const owners = await findOwners(tx, kind, names);
    for (const { at, path, name, within } of references) {
      const owner = owners.get(name);
      if (owner === undefined) {
        const message = `There is no ${kind.noun} "${name}"`;
        problems.push({ at, path, message, missing: { kind: to, name } });
      } else if (within !== undefined && owner !== null && owner !== within) {
        const message = `The ${kind.noun} "${name}" belongs to another organization ("${owner}")`;
        problems.push({ at, path, message });
      }
    }
  }
}

/** Reports records with the same key as an earlier one. Undefined keys are ignored. */
export function checkTwins<Draft>(
  { fresh, problems }: Creation<Draft>,
  path: string,
  keyOf: (draft: Draft) => string | undefined,
  messageOf: (key: string) => string,
): void {
  const first = new Map<string, number>();
  for (const { at, draft } of fresh) {
    const key = keyOf(draft);
    if (key === undefined) continue;
    const twin = first.get(key);
    if (twin === undefined) first.set(key, at);
    else problems.push({ at, path, message: messageOf(key), twin });
  }
}

/** Adds all new records without a problem. */
export async function createRecords<Draft, Table extends PgTable>(
  tx: Tx,
  { kind, fresh, problems }: Creation<Draft>,
  table: Table,
  toRow: (draft: Draft) => PgInsertValue<Table>,
): Promise<Created<Draft>> {
  const refused = new Set(problems.map(({ at }) => at));
  const sound = fresh.filter(({ at }) => !refused.has(at));
  const added = new Set<Id>();
  for (const part of partsOf(sound)) {
    const rows = part.map(({ draft }) => toRow(draft));
    const made = await tx
      .insert(table)
      .values(rows)
      .onConflictDoNothing({ target: kind.id })
      .returning({ id: kind.id });
    for (const { id } of made) added.add(String(id));
  }
  return { added: sound.flatMap(({ id, draft }) => (added.has(id) ? [draft] : [])), problems };
}

/** The existing ones of these ids with their organizations; null for records without one. */
export async function findOwners(
  tx: Tx,
  kind: RecordKind,
  ids: readonly string[],
): Promise<Map<Id, Id | null>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({
      id: sql<Id>`${kind.id}`,
      organizationId: sql<Id | null>`${kind.organizationId ?? sql`null`}`,
    })
    .from(kind.table)
    .where(isAnyOf(kind.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row.organizationId]));
}

function fieldOf(draft: object, field: string): Id | undefined {
  return (draft as Record<string, Id | undefined>)[field];
}
