import { FIRST_ANSWERS, type FirstAnswer, type FirstAnswers } from "#contract/first-answers.ts";

/** Until the live stream opens, nobody tells the page of changes. A longer gap is made up for. */
const GAP_MS = 5000;

/** The server's answers in the page; null in a page without any. */
let carried = readCarried();
let token = carried?.token;
const hasAnswers = carried !== null && carried.answers.length > 0;

function readCarried(): FirstAnswers | null {
  const element = globalThis.document?.getElementById(FIRST_ANSWERS);
  const text = element?.textContent;
  // What has been read does not stay in the page.
  element?.remove();
  return text ? (JSON.parse(text) as FirstAnswers) : null;
}

/** The identity token in the page, once; null if nobody is signed in, undefined if the page does not say. */
export function takeFirstToken(): string | null | undefined {
  const taken = token;
  token = undefined;
  return taken;
}

/** The answers in the page, once. */
export function takeFirstAnswers(): readonly FirstAnswer[] {
  const taken = carried?.answers ?? [];
  carried = null;
  return taken;
}

/** Whether the answers in the page may be older than what a live stream that opens now will tell. */
export function areFirstAnswersOld(): boolean {
  return hasAnswers && performance.now() > GAP_MS;
}
