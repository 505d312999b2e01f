import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyRequest } from "fastify";
import { getProfile } from "#contract/account.ts";
import type { Drawing, FirstAnswers, Picture } from "#contract/first-answers.ts";
import { findScreen, SIGN_IN } from "#contract/screens.ts";
import type { Current, Deps } from "../deps.ts";
import { toldBrand } from "./told-brand.ts";

type Drawn = { html: string; picture: Picture };

/** The largest answers that are drawn, in characters of JSON: others would keep everybody waiting. */
const LARGEST_DRAWN = 300_000;
const NUMBERED = /^[\d.]+$|^\[/;

/**
 * Draws the screens of the client's side, so that they are seen before their script has come (decision 43). Null where
 * the browser decides alone: for who is not signed in, or signed in already, and if the drawing fails.
 */
export function firstPictures(
  deps: Deps,
  webFolder: string,
): (request: FastifyRequest, answers: FirstAnswers) => Promise<Drawn | null> {
  let loading: Promise<Drawing> | null = null;
  const load = () => {
    loading ??= import(pathToFileURL(join(webFolder, "../picture/draw-screen.js")).href) as Promise<Drawing>;
    return loading;
  };
  let signIns: { of: Current; drawn: Map<boolean, Drawn> } | null = null;

  async function draw(address: string, { answers }: FirstAnswers, hasPasskeys: boolean): Promise<Drawn> {
    const picture = { madeAt: new Date().toISOString(), canUsePasskeys: hasPasskeys };
    const brand = toldBrand(deps.settings.now(), deps.env);
    const html = await (await load()).drawScreen({ address, brand, answers, picture });
    if (html === null) throw new Error(`No screen has the address ${address}`);
    return { html, picture };
  }

  /** The same for everybody, so it is drawn once. */
  async function signIn(answers: FirstAnswers, hasPasskeys: boolean): Promise<Drawn> {
    const current = deps.settings.now();
    if (signIns?.of !== current) signIns = { of: current, drawn: new Map() };
    const { drawn } = signIns;
    const made = drawn.get(hasPasskeys) ?? (await draw(SIGN_IN, answers, hasPasskeys));
    drawn.set(hasPasskeys, made);
    return made;
  }

  return async (request, answers) => {
    const { pathname, searchParams } = new URL(request.url, deps.env.publicUrl);
    if (!findScreen(pathname)?.screen.isDrawn) return null;
    const hasPasskeys = mayUsePasskeys(request, deps.env.publicUrl);
    try {
      if (answers.token === null) {
        const isFirstStep = pathname === SIGN_IN && !searchParams.has("step");
        return isFirstStep ? await signIn(answers, hasPasskeys) : null;
      }
      if (pathname === SIGN_IN || !hasPerson(answers)) return null;
      if (JSON.stringify(answers).length > LARGEST_DRAWN) return null;
      return await draw(request.url, answers, hasPasskeys);
    } catch (error) {
      deps.log.error(error, "A screen could not be drawn, its page goes out empty");
      return null;
    }
  };
}

/** Whoever has no profile is led elsewhere. */
function hasPerson({ answers }: FirstAnswers): boolean {
  const profile = answers.find(({ call }) => call === `${getProfile.method} ${getProfile.path}`);
  return profile !== undefined && profile.answer.data !== null;
}

/** What the server can tell of it (src/web/lib/can-use-passkeys.ts). */
function mayUsePasskeys({ hostname }: FastifyRequest, publicUrl: string): boolean {
  const isSafe = publicUrl.startsWith("https:") || hostname === "localhost";
  return isSafe && !NUMBERED.test(hostname);
}
