import { sql } from "drizzle-orm";
import { userProfiles } from "../account/tables.ts";
import type { Db } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { organizations } from "../organizations/tables.ts";
import demoWorld from "./demo-world.json?raw";
import { loadWorld } from "./load-world.ts";
import { parseWorld } from "./parse-world.ts";

/** Fills an empty database with the demo world. Returns its sign-ins, a line each, while the demo world is there. */
export async function loadDemoWorld(deps: Pick<Deps, "db" | "queue" | "clock">): Promise<string[]> {
  if (await isEmpty(deps.db)) await loadWorld(deps, demoWorld);
  return (await isDemo(deps.db)) ? demoSignIns() : [];
}

async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ isEmpty: boolean }>(sql`
    select not exists (select from ${organizations}) and not exists (select from ${userProfiles}) as "isEmpty"`);
  return rows[0]?.isEmpty === true;
}

async function isDemo(db: Db): Promise<boolean> {
  const { userProfileId } = userProfiles;
  const { rows } = await db.execute(sql`select from ${userProfiles} where ${userProfileId} = 'demo-writer'`);
  return rows.length > 0;
}

function demoSignIns(): string[] {
  const { people, signIns, organizations: all } = parseWorld(demoWorld).lists;
  const names = new Map(all.map(({ value }) => [value.organizationId, value.organizationName]));
  const lines = people
    .filter(({ value }) => value.password !== undefined)
    .map(({ value }) => {
      const rights = value.permissions.map(
        (one) => `${one.permissionType} in ${names.get(one.organizationId) ?? one.organizationId}`,
      );
      return signInLine(
        value.email,
        value.password,
        [...(value.isStaff ? ["staff"] : []), ...rights].join(", "),
      );
    });
  return [
    ...lines,
    ...signIns.map(({ value }) => signInLine(value.email, value.password, "no user profile")),
  ];
}

function signInLine(email: string, password: string | undefined, what: string): string {
  return `${email.padEnd(20)}  ${password}  (${what})`;
}
