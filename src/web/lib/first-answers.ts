import { FIRST_ANSWERS, type FirstAnswer, type FirstAnswers, type Picture } from "#contract/first-answers.ts";

/** An answer may hold what was told this long before the page was asked for. */
const MARGIN_MS = 1000;

/** The server's answers in the page; null in a page without any. */
let carried = readCarried();
let token = carried?.token;
let picture = carried?.picture;
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

/**
 * From when on changes count that the answers in the page may lack, as a time of the clock; null for a page without any.
 * Until the live stream opens, nobody tells the page of changes.
 */
export function firstAnswersSince(): number | null {
  return hasAnswers ? performance.timeOrigin - MARGIN_MS : null;
}

/** With what the server drew the page's screen; undefined without such a picture. */
export function drawnWith(): Picture | undefined {
  return picture;
}

/** For the server, which draws. */
export function drawWith(next: Picture): void {
  picture = next;
}
