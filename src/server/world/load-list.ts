import type { OrganizationPermission } from "#domain/permissions/organization-permission.ts";
import type { WorldListName } from "#domain/world/world-file.ts";
import type { Created, Problem } from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { type Identified, type IdentifiedWorld, idField } from "./identify-world.ts";
import { LIST_NAMES, type ParsedWorld } from "./parse-world.ts";
import type { WorldError } from "./world-error.ts";

/** The state of an import. */
export type Loading = {
  tx: Tx;
  now: Date;
  world: IdentifiedWorld;
  /** The number of added records per list. */
  added: Map<WorldListName, number>;
  /** The permissions that were added. */
  granted: OrganizationPermission[];
  errors: WorldError[];
  /** The ids and emails of faulty records per list, so that references to them are not reported too. */
  broken: Map<WorldListName, Set<string>>;
};

export function beginLoading(
  at: Pick<Loading, "tx" | "now">,
  world: IdentifiedWorld,
  broken: ParsedWorld["broken"],
  errors: WorldError[],
): Loading {
  const names = LIST_NAMES.map(
    (list) => [list, new Set(broken[list].flatMap((record) => namesOf(list, record)))] as const,
  );
  return { ...at, world, added: new Map(), granted: [], errors, broken: new Map(names) };
}

/** Creates the records of one list with their noun's function. Returns the added ones. */
export async function loadList<Name extends WorldListName, Draft>(
  loading: Loading,
  list: Name,
  create: (tx: Tx, drafts: Draft[]) => Promise<Created<Draft>>,
  toDraft: (record: Identified<Name>) => Draft,
): Promise<Identified<Name>[]> {
  const records: Identified<Name>[] = loading.world[list];
  const drafts = records.map(toDraft);
  const created = await create(loading.tx, drafts);
  reportProblems(loading, list, records, created.problems);
  const added = new Set(created.added);
  loading.added.set(list, added.size);
  return records.filter((_, at) => added.has(drafts[at] as Draft));
}

/** Reports problems in the words of the file, except those that follow from another error. */
export function reportProblems(
  { errors, broken }: Loading,
  list: WorldListName,
  records: readonly { place: string; id: string; value: object }[],
  problems: readonly Problem[],
): void {
  for (const { at, path, message, missing, twin } of problems) {
    const record = records[at];
    if (!record) continue;
    const { place, id, value } = record;
    for (const name of [id.toLowerCase(), ...namesOf(list, value)]) broken.get(list)?.add(name);
    if (missing && broken.get(missing.kind)?.has(missing.name.toLowerCase())) continue;
    const twinPlace = twin === undefined ? undefined : records[twin]?.place;
    errors.push({
      place: path === "" ? place : `${place}.${path}`,
      message: `${twinPlace ? `${twinPlace} ` : ""}${message}${missing ? ", neither in this file nor in the database" : ""}`,
    });
  }
}

function namesOf(list: WorldListName, record: object): string[] {
  const fields = record as Record<string, unknown>;
  return [fields[idField(list) ?? ""], fields.email].flatMap((name) =>
    typeof name === "string" ? [name.toLowerCase()] : [],
  );
}
