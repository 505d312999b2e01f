import { pino } from "pino";
import { expect, test } from "vitest";
import { closeDatabase } from "./close-database.ts";
import type { Queryable } from "./roles.ts";

/** A server's answers, in order of the questions, for a database that is closed already. */
function serverWith(power: object): Queryable {
  const answers = [{ name: "ada", owns: true }, { isOpen: false }, { isOpen: false }, null, power];
  return { query: async () => ({ rows: [answers.shift()].filter(Boolean) as never[] }) };
}

async function warningsOf(power: object): Promise<string[]> {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) });
  await closeDatabase(serverWith({ name: "ada", isSuper: false, crosses: false, ...power }), log);
  return lines;
}

test("FIELD-5 a user who may create roles on PostgreSQL 15 is named at start, with the statement that ends it", async () => {
  const [warning, ...others] = await warningsOf({ crosses: true, limit: 'alter role "ada" nocreaterole' });
  expect(warning).toContain("The database user ada (DATABASE_URL) may create roles. Before PostgreSQL 16");
  expect(warning).toMatch(/\n {2}alter role "ada" nocreaterole;$/);
  expect(others).toEqual([]);
});

test("FIELD-5 a user without special rights is warned of nothing", async () => {
  expect(await warningsOf({})).toEqual([]);
});
