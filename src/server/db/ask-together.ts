import pg, { type Connection, type DatabaseError, type PoolClient, Query, type QueryConfig } from "pg";
import { hasCause } from "../causes.ts";

/** A statement with a name is parsed once on a connection, and its columns are described once. */
export type Asked = QueryConfig & {
  rowMode?: "array" | undefined;
  /** A search, or another statement whose best plan depends on its values. */
  mayTakeLong?: boolean;
};
export type Answered = { rows: unknown[]; rowCount: number };
/** The answers in order, as far as they came, and why the next one did not. */
export type Together = { answers: Answered[]; error: Error | null };

/**
 * Sends statements as one message, which is one transaction: the first that fails undoes them all, and none after it
 * is run. A message costs more than a statement, and BEGIN and COMMIT are two. Only where the driver can pipeline.
 */
export function askTogether(client: PoolClient, asked: readonly Asked[]): Promise<Together> {
  return new Promise((resolve) => void client.query(new Message(asked, resolve)));
}

/** Whether the connection is of no use any more: it broke, or what it has prepared does not fit the tables now. */
export function isSpoiled(error: Error): boolean {
  const { severity, code = "" } = error as Partial<DatabaseError>;
  return severity !== "ERROR" || PREPARED_AMISS.includes(code);
}

/** isSpoiled of whatever work threw, which may hold the database's error as a cause. */
export function hasSpoiled(error: unknown): boolean {
  return hasCause(error, (cause) => "severity" in cause && isSpoiled(cause));
}

/** PostgreSQL's codes for "cached plan must not change result type", and for a prepared statement that is not there. */
const PREPARED_AMISS = ["0A000", "26000"];

type Column = { name: string; parse: (text: string) => unknown };
type Field = { name: string; dataTypeID: number };
/** The columns of what each connection has prepared, by name. */
const PREPARED = new WeakMap<Connection, Map<string, readonly Column[]>>();

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/** What the driver's connection offers beside its types. */
type Wire = Connection & {
  stream: { cork(): void; uncork(): void };
  parse(statement: { name: string; text: string; types: number[] }): void;
  close(what: { type: "S"; name: string }): void;
  bind(values: { portal: string; statement: string; values: unknown[] }): void;
  describe(what: { type: "P"; name: string }): void;
  execute(what: { portal: string; rows: number }): void;
  sync(): void;
};

/** The driver keeps its own book of what it has prepared. */
const nameOf = (name = "") => (name === "" ? "" : `together_${name}`);

class Message extends Query {
  readonly asked: readonly Asked[];
  private readonly settle: (together: Together) => void;
  private readonly answers: Answered[] = [];
  private prepared = new Map<string, readonly Column[]>();
  private columns: readonly Column[] = [];
  private read: unknown[] = [];
  private unreadable: Error | null = null;

  constructor(asked: readonly Asked[], settle: (together: Together) => void) {
    super("");
    this.asked = asked;
    this.settle = settle;
    this.submit = this.send;
  }

  private send(connection: Connection): void {
    const wire = connection as Wire;
    this.prepared = PREPARED.get(connection) ?? new Map();
    PREPARED.set(connection, this.prepared);
    // Before anything is written: half a message would spoil the connection.
    const values = this.asked.map((one) => (one.values ?? []).map((value) => prepareValue(value)));
    const isParsed = new Set(this.prepared.keys());
    wire.stream.cork();
    this.asked.forEach(({ name: known = "", text }, place) => {
      const name = nameOf(known);
      if (!isParsed.has(name)) {
        // One that failed the first time is there already.
        if (name) wire.close({ type: "S", name });
        wire.parse({ name, text, types: [] });
        if (name) isParsed.add(name);
      }
      wire.bind({ portal: "", statement: name, values: values[place] ?? [] });
      if (!this.prepared.has(name)) wire.describe({ type: "P", name: "" });
      wire.execute({ portal: "", rows: 0 });
    });
    wire.sync();
    wire.stream.uncork();
    this.begin();
  }

  /** The columns of the next statement, if they are known. */
  private begin(): void {
    this.read = [];
    this.columns = this.prepared.get(nameOf(this.asked[this.answers.length]?.name)) ?? [];
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    const { types = pg.types } = this.asked[this.answers.length] ?? {};
    this.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: types.getTypeParser(dataTypeID, "text") as Column["parse"],
    }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const isArray = this.asked[this.answers.length]?.rowMode === "array";
    try {
      const values = fields.map((text, at) => (text === null ? null : this.columns[at]?.parse(text)));
      this.read.push(isArray ? values : this.named(values));
    } catch (error) {
      this.unreadable ??= error as Error;
    }
  }

  private named(values: readonly unknown[]): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    for (const [at, { name }] of this.columns.entries()) row[name] = values[at];
    return row;
  }

  handleCommandComplete({ text }: { text: string }): void {
    const name = nameOf(this.asked[this.answers.length]?.name);
    if (name) this.prepared.set(name, this.columns);
    this.answers.push({ rows: this.read, rowCount: Number(/\d+$/.exec(text)?.[0] ?? 0) });
    this.begin();
  }

  handleError(error: Error): void {
    this.settle({ answers: this.answers, error });
  }

  handleReadyForQuery(): void {
    this.settle({ answers: this.answers, error: this.unreadable });
  }
}
