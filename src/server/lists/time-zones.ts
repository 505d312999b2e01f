import { sql } from "drizzle-orm";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";

const known = new Set<string>();

/** PostgreSQL's code for an invalid parameter value. */
const INVALID_PARAMETER = "22023";

/** The database computes days in the zone, so the database must know it. */
export async function refuseUnknownTimeZone(reader: Reader, timeZone: string): Promise<void> {
  const name = timeZone.toLowerCase();
  if (known.has(name)) return;
  try {
    await reader.execute(sql`select now() at time zone ${name}`);
    known.add(name);
  } catch (error) {
    const { cause } = error as Error;
    if ((cause as { code?: unknown } | undefined)?.code !== INVALID_PARAMETER) throw error;
    throw new AppError("invalid", "The portal does not know this time zone.");
  }
}
