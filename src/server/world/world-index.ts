import type { Id } from "#domain/id.ts";
import type { WorldListName } from "#domain/world/world-file.ts";
import { IDENTITIES, type IdentifiedWorld } from "./identify-world.ts";
import type { Known, KnownPerson } from "./known-records.ts";
import { LIST_NAMES, type ParsedWorld } from "./parse-world.ts";

/** Where a name leads: to a record in the file or in the database, or to a broken one of the file. */
export type Found = { id: Id; organizationId: Id | null } | "broken" | null;

/** Finds the records of a file and of the database by id, and people also by e-mail. */
export type WorldIndex = {
  find(list: WorldListName, name: string): Found;
  person(name: string): KnownPerson | undefined;
  /** Whether the database has this record already; it is then left as it is. */
  isThere(list: WorldListName, id: Id): boolean;
};

export function indexWorld(world: IdentifiedWorld, broken: ParsedWorld["broken"], known: Known): WorldIndex {
  const inFile = new Map(LIST_NAMES.map((list) => [list, organizationsById(world, list)]));
  const brokenNames = new Map(LIST_NAMES.map((list) => [list, namesOf(list, broken)]));
  const people = new Map<string, KnownPerson>();
  const inFilePeople = world.people.map(({ id, value }) => ({ ...value, userProfileId: id }));
  for (const person of [...inFilePeople, ...known.people]) {
    people.set(person.userProfileId, person);
    people.set(person.email.toLowerCase(), person);
  }
  const nameOf = (list: WorldListName, name: string) =>
    list === "people"
      ? (people.get(name.includes("@") ? name.toLowerCase() : name)?.userProfileId ?? name)
      : name;
  const isThere = (list: WorldListName, id: Id) => list !== "signIns" && known.ids[list].has(id);

  return {
    isThere,
    person: (name) => people.get(name.includes("@") ? name.toLowerCase() : name),
    find(list, name) {
      const id = nameOf(list, name);
      const fromFile = inFile.get(list);
      if (fromFile?.has(id)) return { id, organizationId: fromFile.get(id) ?? null };
      if (isThere(list, id))
        return { id, organizationId: list === "signIns" ? null : (known.ids[list].get(id) ?? null) };
      return brokenNames.get(list)?.has(name.toLowerCase()) ? "broken" : null;
    },
  };
}

function organizationsById(world: IdentifiedWorld, list: WorldListName): Map<Id, Id | null> {
  return new Map(
    world[list].map(({ id, value }) => [
      id,
      "organizationId" in value ? (value.organizationId ?? null) : null,
    ]),
  );
}

function namesOf(list: WorldListName, broken: ParsedWorld["broken"]): Set<string> {
  const fields = [IDENTITIES[list].field ?? "", "email"];
  const names = broken[list].flatMap((record) => fields.map((field) => record[field]));
  return new Set(names.filter((name) => typeof name === "string").map((name) => name.toLowerCase()));
}
