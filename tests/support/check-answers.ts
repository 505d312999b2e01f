import type { Answer, Ask } from "./hammer-requests.ts";
import { type HammeredPerson, marksIn, type Rights } from "./hammer-world.ts";

/** A request, its answer, and when they were. */
export type Asked = { ask: Ask; answer: Answer; sentAt: number; settledAt: number };

export type Verdict = {
  /** Answers with a record that the caller could not see at any time of the request. */
  foreign: string[];
  /** Successes of a caller who was removed or signed out before the request. */
  afterRemoval: string[];
  /** Refusals of a caller who was allowed all the time. */
  wronglyRefused: string[];
  /** Server errors, lost connections and answers with other data than was requested. */
  wrong: string[];
  hung: number;
  left: number;
  unavailable: number;
  /** Successes that hold the caller's own records, by kind, and the refusals of the rest. */
  served: Record<string, number>;
  refused: Record<string, number>;
};

const UNAVAILABLE = /^\{"error":\{"code":"unavailable"|^<!doctype html>/i;

/** Judges answers once it is known when each right began and ended. */
export function checkAnswers(all: readonly Asked[]): Verdict {
  const verdict: Verdict = {
    foreign: [],
    afterRemoval: [],
    wronglyRefused: [],
    wrong: [],
    hung: 0,
    left: 0,
    unavailable: 0,
    served: {},
    refused: {},
  };
  for (const one of all) plan(one, verdict);
  return verdict;
}

function plan(asked: Asked, verdict: Verdict): void {
  const { ask, answer } = asked;
  const { status, text, how } = answer;
  const report = () => `${ask.kind} ${ask.method} ${ask.path}: ${how} ${status} ${text.slice(0, 300)}`;
  if (how === "left") verdict.left += 1;
  else if (how === "hung") verdict.hung += 1;
  else if (how === "lost") verdict.wrong.push(report());
  if (how !== "answered") return;

  const possible = ask.person?.rights.between(asked.sentAt, asked.settledAt) ?? [];
  const { organizations, people } = marksIn(text);
  const isOk = status === 200;
  const seers = possible.filter((rights) => maySee(ask, rights));
  const isForAll = ask.reach === "company" || ask.person === null;
  // A refusal contains no records either.
  const isForeign = organizations.some((number) => !isOfCaller(ask, isOk ? seers : [], number));
  const isOthers = people.some((number) => number !== ask.person?.number);
  if (isForeign || isOthers) verdict.foreign.push(report());
  if (status >= 500) {
    if (status === 503 && UNAVAILABLE.test(text)) verdict.unavailable += 1;
    else verdict.wrong.push(report());
  } else if (isOk) {
    const hasEnded = ask.signIn !== null && ask.signIn.endConfirmed < asked.sentAt;
    if (hasEnded || ask.reach === "none" || (!isForAll && seers.length === 0) || mayNotAtAll(ask, possible))
      verdict.afterRemoval.push(report());
    if (ask.holds && !text.includes(ask.holds)) verdict.wrong.push(report());
    if (ask.isFull && organizations.length !== 1) verdict.wrong.push(report());
    verdict.served[ask.kind] = (verdict.served[ask.kind] ?? 0) + 1;
  } else {
    verdict.refused[ask.kind] = (verdict.refused[ask.kind] ?? 0) + 1;
    if (isAllowedThroughout(asked, possible)) verdict.wronglyRefused.push(report());
  }
}

const mayNotAtAll = ({ reach }: Ask, possible: readonly Rights[]) =>
  (reach === "company" || reach === "view") && possible.every(({ role }) => role === null);

/** Whether a success is right for a caller with these rights. */
function maySee({ reach, target, needsWriter }: Ask, { active, permissions, role }: Rights): boolean {
  if (reach === "company" || reach === "view") return role !== null;
  if (reach === "person") return target === undefined || permissions.has(target);
  const permission = active === null ? undefined : permissions.get(active);
  return (
    permission !== undefined &&
    (target === undefined || target === active) &&
    (!needsWriter || permission === "write")
  );
}

/** Whether an organization's records may be in this answer. */
function isOfCaller(ask: Ask, seers: readonly Rights[], number: number): boolean {
  if (ask.reach === "visitor") return number === ask.target;
  if (ask.reach === "view") return number === ask.target && seers.length > 0;
  if (ask.reach === "company") return seers.length > 0;
  if (ask.reach === "person")
    return seers.some(({ permissions }) => permissions.has(number)) || isNamedBy(ask.person, number, ask);
  return seers.some(({ active }) => active === number);
}

/** A person's name holds the mark of their organization, also after they have left it. */
function isNamedBy(person: HammeredPerson | null, number: number, { path }: Ask): boolean {
  return path === "user-profile/user" && person?.homes[0] === number;
}

/** A caller who may see their own records from the beginning to the end is never refused. */
function isAllowedThroughout({ ask, settledAt }: Asked, possible: readonly Rights[]): boolean {
  if (ask.reach === "none" || ask.needsWriter || ask.signIn === null) return false;
  const isSignedIn = ask.signIn.endAsked > settledAt;
  const isOwn =
    ask.reach !== "view" || ask.kind !== "client view" || !ask.path.includes("unique-document/user/doc");
  return isSignedIn && isOwn && possible.every((rights) => maySee(ask, rights));
}
