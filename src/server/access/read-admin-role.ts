import type { AdminRole } from "#domain/account/admin-role.ts";
import type { Deps } from "../deps.ts";
import { readPerson } from "./read-person.ts";

/** The admin role of the person whose session is in a cookie header; null for everybody else. */
export async function readAdminRole(
  deps: Pick<Deps, "database" | "identity" | "clock">,
  cookie: string | undefined,
): Promise<AdminRole | null> {
  const subject = cookie === undefined ? null : await deps.identity.readSession(cookie);
  const person = subject && (await readPerson(deps.database, subject, deps.clock()));
  return person?.adminRole ?? null;
}
