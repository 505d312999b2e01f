import type { DBAdapter, DBTransactionAdapter, Where } from "@better-auth/core/db/adapter";
import { joinApart } from "./join-apart.ts";
import { ownEmail } from "./library-email.ts";
import { noteFailed } from "./throw-failed.ts";

type Question = { model: string; where?: Where[]; data?: object; update?: object };

/**
 * Makes the sign-in library store sessions under the hash of their token. The library sees the token of a session
 * that it made or was given, and the hash of every other session.
 */
export function hashSessionTokens<Adapter extends DBAdapter | DBTransactionAdapter>(
  adapter: Adapter,
  hash: (token: string) => string,
): Adapter {
  /** Runs one query with hashes in place of tokens, and restores the tokens in its answer. */
  function hashed<Wanted extends Question, Answer>(ask: (asked: Wanted) => Promise<Answer>) {
    return async (asked: Wanted): Promise<Answer> => {
      if (asked.model !== "session") return askByOwnEmail(asked, (own) => noteFailed(ask(own)));
      const tokens = new Map<unknown, string>();
      const hide = (token: string) => {
        const kept = hash(token);
        tokens.set(kept, token);
        return kept;
      };
      const question = {
        ...asked,
        ...(asked.where && { where: asked.where.map((one) => hideWhere(one, hide)) }),
        ...(asked.data && { data: hideToken(asked.data, hide) }),
        ...(asked.update && { update: hideToken(asked.update, hide) }),
      };
      return showToken(await noteFailed(ask(question)), tokens);
    };
  }
  const begin = "transaction" in adapter ? adapter.transaction : null;
  // Changes the same object, because the library finds its check of the tables by it.
  return Object.assign(adapter, {
    create: hashed(adapter.create),
    findOne: hashed(joinApart({ findOne: adapter.findOne, findMany: adapter.findMany })),
    findMany: hashed(adapter.findMany),
    count: hashed(adapter.count),
    update: hashed(adapter.update),
    updateMany: hashed(adapter.updateMany),
    delete: hashed(adapter.delete),
    deleteMany: hashed(adapter.deleteMany),
    consumeOne: hashed(adapter.consumeOne),
    incrementOne: hashed(adapter.incrementOne),
    ...(begin && {
      transaction: <Result>(work: (tx: DBTransactionAdapter) => Promise<Result>) =>
        noteFailed(begin((tx) => work(hashSessionTokens(tx, hash)))),
    }),
  });
}

/** The library asks by the email that it was given (library-email.ts), and compares the answer with it. */
async function askByOwnEmail<Wanted extends Question, Answer>(
  asked: Wanted,
  ask: (asked: Wanted) => Promise<Answer>,
): Promise<Answer> {
  const given = asked.model === "user" ? asked.where?.find((one) => one.field === "email")?.value : null;
  if (typeof given !== "string" || ownEmail(given) === given) return ask(asked);
  const where = asked.where?.map((one) => (one.field === "email" ? { ...one, value: ownEmail(given) } : one));
  const answer = await ask({ ...asked, where });
  const isFound = typeof answer === "object" && answer !== null && "email" in answer;
  return isFound ? { ...answer, email: given } : answer;
}

type Hide = (token: string) => string;

function hideWhere(where: Where, hide: Hide): Where {
  if (where.field !== "token") return where;
  const { value } = where;
  return {
    ...where,
    value: Array.isArray(value) ? value.map((one) => hide(String(one))) : hide(String(value)),
  };
}

function hideToken<Data extends object>(data: Data, hide: Hide): Data {
  return "token" in data ? { ...data, token: hide(String(data.token)) } : data;
}

function showToken<Answer>(answer: Answer, tokens: ReadonlyMap<unknown, string>): Answer {
  if (Array.isArray(answer)) return answer.map((one) => showToken(one, tokens)) as Answer;
  if (typeof answer !== "object" || answer === null || !("token" in answer)) return answer;
  return { ...answer, token: tokens.get(answer.token) ?? answer.token };
}
