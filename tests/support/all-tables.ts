import { is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";

const FILES = import.meta.glob<Record<string, unknown>>("../../src/server/schema/*.ts", { eager: true });

/** Every table of the portal. */
export const ALL_TABLES: readonly PgTable[] = Object.values(FILES)
  .flatMap((file) => Object.values(file))
  .filter((one) => is(one, PgTable));
