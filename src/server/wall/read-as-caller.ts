import type { PoolClient, QueryConfig } from "pg";
import { type Answered, type Asked, askTogether, isSpoiled } from "../db/ask-together.ts";
import type { Database, Tx } from "../db/database.ts";
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
};

type Waiting = { asked: Asked } & PromiseWithResolvers<Answered>;

/**
 * Reads in the scope of a caller, whom the same message confirms that asks first. Statements that are asked in one turn
 * are one message and one transaction. Rejects with CallerChanged before `work` gets a row. Only on a server.
 */
export async function readAsCaller<Result>(
  { readers }: Pick<Database, "readers">,
  { speaker, scope, isStill }: Believed,
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
    const first = isConfirmed
      ? stayAs(scope)
      : sent.length > 0
        ? enterAs(scope, speaker)
        : whoSpeaks(speaker);
    const pool = await readers();
    const client = await pool.connect();
    const { answers, error } = await askTogether(client, [first, ...sent.map(({ asked }) => asked)]);
    client.release(error !== null && isSpoiled(error) ? error : undefined);
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
    if (!isConfirmed) await send([]);
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
