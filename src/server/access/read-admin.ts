import type { Id } from "#domain/id.ts";
import type { Deps } from "../deps.ts";
import { readPerson } from "./read-person.ts";

/** The id of the admin whose session is in a cookie header; null for everybody else. */
export async function readAdmin(
  deps: Pick<Deps, "database" | "identity" | "clock">,
  cookie: string | undefined,
): Promise<Id | null> {
  const subject = cookie === undefined ? null : await deps.identity.readSession(cookie);
  const person = subject && (await readPerson(await deps.database.readers(), subject, deps.clock()));
  return person?.adminRole ? person.userProfileId : null;
}
