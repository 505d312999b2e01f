import { type CleanedWhere, type CustomAdapter, createAdapterFactory } from "@better-auth/core/db/adapter";
import type { BetterAuthOptions } from "better-auth";
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  type SQL,
} from "drizzle-orm";
import type { AnyPgColumn, AnyPgTable } from "drizzle-orm/pg-core";
import type { Db, Tx } from "../db/database.ts";
import { authAccounts, authKeys, authSessions, authUsers, authVerifications } from "../schema/identity.ts";
import { ownEmail, trackFailure } from "./library-call.ts";

// The statements of the sign-in library. Its own adapter for drizzle would store the tokens of sessions as they are.

const TABLES: Record<string, AnyPgTable> = {
  user: authUsers,
  session: authSessions,
  account: authAccounts,
  verification: authVerifications,
  jwks: authKeys,
};

const COMPARISONS: Partial<Record<CleanedWhere["operator"], (column: AnyPgColumn, value: unknown) => SQL>> = {
  eq: (column, value) => (value === null ? isNull(column) : eq(column, value)),
  ne: (column, value) => (value === null ? isNotNull(column) : ne(column, value)),
  lt,
  lte,
  gt,
  gte,
  in: (column, value) => inArray(column, value as unknown[]),
};

/** The field of a model in which something else is stored than what the library gives. */
type StandIn = { field: string; stored: (input: string) => string };

/**
 * Stores sessions under the hash of their token, and finds accounts by their own email (library-call.ts). The library
 * sees tokens of sessions that it made or was given, and hashes of all others.
 */
export function libraryAdapter(db: Db, hashToken: (token: string) => string) {
  const standIns = {
    session: { field: "token", stored: hashToken },
    user: { field: "email", stored: ownEmail },
  };
  const config = { adapterId: "counterpart", supportsJSON: true };
  return (options: BetterAuthOptions) => {
    const inTransaction = (tx: Tx) =>
      createAdapterFactory({ config, adapter: () => statementsOf(tx, standIns) })(options);
    return createAdapterFactory({
      config: {
        ...config,
        transaction: (run) => trackFailure(db.transaction((tx) => run(inTransaction(tx)))),
      },
      adapter: () => statementsOf(db, standIns),
    })(options);
  };
}

type AdapterQuery = { model: string; where?: CleanedWhere[] | undefined; values?: object };
type Statement = { table: AnyPgTable; filter: SQL | undefined; values: Record<string, unknown> };

function statementsOf(db: Db | Tx, standIns: Record<string, StandIn>): CustomAdapter {
  const rowsOf = <Row>(query: AdapterQuery, run: (statement: Statement) => PromiseLike<unknown>) =>
    runStatement<Row>(query, standIns[query.model], run);
  const remove = (query: AdapterQuery) =>
    rowsOf(query, ({ table, filter }) => db.delete(table).where(filter).returning());
  const change = <Row>(query: AdapterQuery) =>
    rowsOf<Row>(query, ({ table, filter, values }) => db.update(table).set(values).where(filter).returning());
  return {
    async create<Row>({ model, data }: { model: string; data: object }) {
      const [made] = await rowsOf<Row>({ model, values: data }, ({ table, values }) =>
        db.insert(table).values(values).returning(),
      );
      return made as Row;
    },
    async findOne<Row>(query: AdapterQuery) {
      const [found] = await rowsOf<Row>(query, ({ table, filter }) =>
        db.select().from(table).where(filter).limit(1),
      );
      return found ?? null;
    },
    findMany: ({ limit, offset = 0, sortBy, ...query }) =>
      rowsOf(query, ({ table, filter }) => {
        const order = sortBy?.direction === "desc" ? desc : asc;
        const found = db.select().from(table).where(filter).limit(limit).offset(offset);
        return sortBy ? found.orderBy(order(columnOf(table, sortBy.field))) : found;
      }),
    count: async (query) =>
      (await rowsOf(query, ({ table, filter }) => db.select().from(table).where(filter))).length,
    async update<Row>({ update, ...query }: AdapterQuery & { update: Row }) {
      const [changed] = await change<Row>({ ...query, values: update as object });
      return changed ?? null;
    },
    updateMany: async ({ update, ...query }) => (await change({ ...query, values: update })).length,
    delete: async (query) => void (await remove(query)),
    deleteMany: async (query) => (await remove(query)).length,
    async consumeOne<Row>(query: AdapterQuery) {
      const [spent] = await rowsOf<Row>(query, ({ table, filter }) => {
        const id = columnOf(table, "id");
        const one = db.select({ id }).from(table).where(filter).limit(1);
        return db.delete(table).where(inArray(id, one)).returning();
      });
      return spent ?? null;
    },
  };
}

async function runStatement<Row>(
  { model, where = [], values = {} }: AdapterQuery,
  standIn: StandIn | undefined,
  run: (statement: Statement) => PromiseLike<unknown>,
): Promise<Row[]> {
  const table = tableOf(model);
  const givenBy = new Map<unknown, unknown>();
  const hide = (input: unknown) => {
    const stored = standIn?.stored(String(input));
    givenBy.set(stored, input);
    return stored;
  };
  const store = (field: string, input: unknown) => {
    if (field !== standIn?.field) return input;
    return Array.isArray(input) ? input.map(hide) : hide(input);
  };
  const conditions = where.map((one) => conditionOf(table, { ...one, value: store(one.field, one.value) }));
  const entries = Object.entries(values).map(([field, value]) => {
    columnOf(table, field);
    return [field, store(field, value)];
  });
  const filter = and(...conditions);
  const query = run({ table, filter, values: Object.fromEntries(entries) });
  const rows = (await trackFailure(Promise.resolve(query))) as Record<string, unknown>[];
  if (!standIn) return rows as Row[];
  const { field } = standIn;
  return rows.map((row) => ({ ...row, [field]: givenBy.get(row[field]) ?? row[field] })) as Row[];
}

// An update of the library may ask for more than this: better an error than another row.

function tableOf(model: string): AnyPgTable {
  const table = TABLES[model];
  if (!table) throw new Error(`The sign-in library asks for an unknown table: ${model}`);
  return table;
}

function columnOf(table: AnyPgTable, field: string): AnyPgColumn {
  const column = getTableColumns(table)[field];
  if (!column) throw new Error(`The sign-in library asks for an unknown column: ${field}`);
  return column;
}

function conditionOf(
  table: AnyPgTable,
  { field, operator, connector, mode, value }: Omit<CleanedWhere, "value"> & { value: unknown },
): SQL {
  const compare = connector === "AND" && mode === "sensitive" ? COMPARISONS[operator] : undefined;
  if (!compare)
    throw new Error(`The sign-in library asks for an unknown condition: ${connector} ${operator}`);
  return compare(columnOf(table, field), value);
}
