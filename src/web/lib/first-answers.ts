import { FIRST_ANSWERS, type FirstAnswer, type FirstAnswers, type Picture } from "#contract/first-answers.ts";

/** The server's answers in the page; null in a page without any. */
let carried = readCarried();
let token = carried?.token;
let picture = carried?.picture;

function readCarried(): FirstAnswers | null {
  const element = globalThis.document?.getElementById(FIRST_ANSWERS);
  const text = element?.textContent;
  // What has been read does not stay in the page.
  element?.remove();
  return text ? (JSON.parse(text) as FirstAnswers) : null;
}

/** Reads the identity token from the page, once; null without a session, undefined if the page has none. */
export function readFirstToken(): string | null | undefined {
  const taken = token;
  token = undefined;
  return taken;
}

/** The answers in the page, once. */
export function readFirstAnswers(): readonly FirstAnswer[] {
  const taken = carried?.answers ?? [];
  carried = null;
  return taken;
}

/** With what the server drew the page's screen; undefined without such a picture. */
export function drawnWith(): Picture | undefined {
  return picture;
}

/** For the server, which draws. */
export function drawWith(next: Picture): void {
  picture = next;
}
