import { AsyncLocalStorage } from "node:async_hooks";
import { isUnreachable } from "../db/is-unreachable.ts";

type Call = { failure?: unknown };

const calls = new AsyncLocalStorage<Call>();

/**
 * Runs a call of the sign-in library. If the database does not answer it, the library says that nobody is signed in, or
 * that somebody is signed out. This throws the failure instead.
 */
export async function throwUnreachable<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const call: Call = {};
  const answer = await calls.run(call, ask).catch((error: unknown) => {
    throw call.failure ?? error;
  });
  if (call.failure !== undefined) throw call.failure;
  return answer;
}

/** A statement of the library. */
export async function noteUnreachable<Answer>(asked: Promise<Answer>): Promise<Answer> {
  return asked.catch((error: unknown) => {
    const call = calls.getStore();
    if (call && isUnreachable(error)) call.failure ??= error;
    throw error;
  });
}
