import type { Pool, PoolClient, QueryConfig } from "pg";
import { type Answered, type Asked, askTogether, isSpoiled, type Together } from "../db/ask-together.ts";
import type { Database, Tx } from "../db/database.ts";
import { ownConnection, shareConnection } from "../db/share-connection.ts";
import { type CallerScope, enterAs, type Speaker, stayAs, whoSpeaks } from "./enter.ts";
import { transactionOn } from "./in-scope.ts";
import { preparing } from "./prepared-statements.ts";

/** The database says something else of the caller than the portal believed. Nothing that was read may be used. */
export class CallerChanged extends Error {}

/** Somebody whom the portal remembers, to be confirmed. */
export type Believed = {
  speaker: Speaker;
  scope: CallerScope;
  /** Whether this is what the portal believes of them, in the order of counterpart_caller. */
  isStill: (facts: unknown[] | undefined) => boolean;
  /** Whether their question may take long. */
  isLong?: boolean;
};

type Waiting = { asked: Asked } & PromiseWithResolvers<Answered>;

/**
 * Reads in the scope of a caller, whom the same message confirms that asks first. Statements that are asked in one turn
 * are one message and one transaction. Rejects with CallerChanged before `work` gets a row. Only on a server.
 */
export async function readAsCaller<Result>(
  { readers }: Pick<Database, "readers">,
  { speaker, scope, isStill, isLong = false }: Believed,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  let waiting: Waiting[] = [];
  let isConfirmed = false;
  let failure: unknown;
  let isSending = false;
  let hasEnded = false;

  function query(config: QueryConfig, values?: unknown[]): Promise<Answered> {
    if (hasEnded) return Promise.reject(new Error("The transaction has ended."));
    const one = {
      asked: { ...config, values: values ?? config.values ?? [] },
      ...Promise.withResolvers<Answered>(),
    };
    waiting.push(one);
    if (!isSending) {
      isSending = true;
      // Promises that are settled now may ask more.
      process.nextTick(sendAll);
    }
    return one.promise;
  }

  function sendAll(): void {
    const sent = waiting;
    waiting = [];
    send(sent)
      .catch((error: unknown) => {
        if (!isConfirmed) failure = error;
        for (const { reject } of sent) reject(error);
      })
      .finally(() => {
        isSending = waiting.length > 0;
        if (isSending) process.nextTick(sendAll);
      });
  }

  async function send(sent: readonly Waiting[]): Promise<void> {
    const first = isConfirmed ? stayAs(scope) : enterAs(scope, speaker);
    const { answers, error } = await ask(await readers(), [first, ...sent.map(({ asked }) => asked)], isLong);
    const [entered, ...rest] = answers;
    if (!entered) throw error;
    if (!isConfirmed && !isStill(entered.rows[0] as unknown[] | undefined)) throw new CallerChanged();
    isConfirmed = true;
    sent.forEach(({ resolve, reject }, place) => {
      const answer = rest[place];
      if (answer) resolve(answer);
      else reject(error);
    });
  }

  /** Whatever became of the work: nobody is answered whom the database has not confirmed. */
  async function end(): Promise<void> {
    hasEnded = true;
    if (failure !== undefined) throw failure;
    if (!isConfirmed) await requireStill({ readers }, { speaker, isStill });
  }

  let result: Result;
  try {
    const connection = { query } as unknown as PoolClient;
    result = await work(transactionOn(preparing(connection, scope.role)));
  } catch (error) {
    await end();
    throw error;
  }
  await end();
  return result;
}

/** Throws CallerChanged unless the database says of somebody what the portal believes. */
export async function requireStill(
  { readers }: Pick<Database, "readers">,
  { speaker, isStill }: Pick<Believed, "speaker" | "isStill">,
): Promise<void> {
  if (!isStill(await askWho(await readers(), speaker))) throw new CallerChanged();
}

/** Whoever is asked about later waits for those before, some 20 µs for each. */
const MOST_TOGETHER = 10;

type Asking = { speakers: Speaker[]; together: Promise<Together> };
const ASKING = new WeakMap<Pool, Asking>();

/** What the database says of whoever speaks. All who ask in one turn of the event loop are one message and transaction. */
async function askWho(pool: Pool, speaker: Speaker): Promise<unknown[] | undefined> {
  const asking = ASKING.get(pool) ?? beginAsking(pool);
  const place = asking.speakers.push(speaker) - 1;
  if (asking.speakers.length === MOST_TOGETHER) ASKING.delete(pool);
  const { answers, error } = await asking.together;
  const said = answers[place];
  if (!said) throw error;
  return said.rows[0] as unknown[] | undefined;
}

function beginAsking(pool: Pool): Asking {
  const { promise: together, resolve, reject } = Promise.withResolvers<Together>();
  const asking: Asking = { speakers: [], together };
  ASKING.set(pool, asking);
  setImmediate(() => {
    if (ASKING.get(pool) === asking) ASKING.delete(pool);
    // Whatever fails here is the failure of those who wait, not of the process.
    const asked = async () => ask(pool, asking.speakers.map(whoSpeaks));
    asked().then(resolve, reject);
  });
  return asking;
}

async function ask(pool: Pool, asked: readonly Asked[], isLong = false): Promise<Together> {
  const isAlone = isLong || asked.some(({ mayTakeLong }) => mayTakeLong);
  const { client, giveBack } = await (isAlone ? ownConnection : shareConnection)(pool);
  try {
    const together = await askTogether(client, asked);
    const { error } = together;
    giveBack(error !== null && isSpoiled(error) ? error : undefined);
    return together;
  } catch (error) {
    giveBack(error as Error);
    throw error;
  }
}
