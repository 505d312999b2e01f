import { AsyncLocalStorage } from "node:async_hooks";
import { codeOf, hasCause } from "../causes.ts";
import { isUnreachable } from "../db/is-unreachable.ts";
import { hasEngineStopped, isDiskFull } from "../disk-full.ts";

type Call = { failure?: unknown };

const calls = new AsyncLocalStorage<Call>();

/** PostgreSQL's class of errors of constraints. The library expects them, and answers them rightly. */
const REFUSED = /^23/;

/**
 * Runs a call of the sign-in library. If the database fails it, the library says that nobody is signed in, or that
 * somebody is signed out. This throws the failure instead.
 */
export async function throwFailed<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const call: Call = {};
  const answer = await calls.run(call, ask).catch((error: unknown) => {
    throw call.failure ?? error;
  });
  if (call.failure !== undefined) throw call.failure;
  return answer;
}

/** A statement of the library. */
export async function noteFailed<Answer>(asked: Promise<Answer>): Promise<Answer> {
  return asked.catch((error: unknown) => {
    const call = calls.getStore();
    if (call && isFailure(error)) call.failure ??= error;
    throw error;
  });
}

/** Whether the database has failed the call that is under way: its own line tells of that. */
export function hasFailed(): boolean {
  return calls.getStore()?.failure !== undefined;
}

function isFailure(error: unknown): boolean {
  const isOfStatement = hasCause(error, (cause) => "severity" in cause && !REFUSED.test(codeOf(cause)));
  return isOfStatement || isUnreachable(error) || hasEngineStopped(error) || isDiskFull(error);
}
