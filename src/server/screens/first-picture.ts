import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyRequest } from "fastify";
import { getProfile } from "#contract/account.ts";
import {
  DRAWN_STYLE,
  DRAWN_STYLES,
  type Drawing,
  EARLY_PRESS,
  type FirstAnswers,
  type Picture,
} from "#contract/first-answers.ts";
import { findScreen, SIGN_IN } from "#contract/screens.ts";
import type { Current, Deps } from "../deps.ts";
import type { Env } from "../env/read-env.ts";
import type { Nonces } from "../http/security-headers.ts";
import { hasOwnLogo, perSettings } from "../settings/current-settings.ts";

type Drawn = { html: string; picture: Picture };

/** The largest answers that are drawn, in characters of JSON: larger ones would block other requests. */
const MAX_DRAWN_LENGTH = 300_000;
const NUMBERED = /^[\d.]+$|^\[/;

/** Draws the clients' screens before their script has loaded (decision 43). Null: only the browser can decide. */
export function firstPictures(
  deps: Deps,
  webFolder: string,
): (request: FastifyRequest, answers: FirstAnswers) => Promise<Drawn | null> {
  let loading: Promise<Drawing> | null = null;
  const load = () => {
    loading ??= import(pathToFileURL(join(webFolder, "../picture/draw-screen.js")).href) as Promise<Drawing>;
    return loading;
  };
  const signIns = perSettings(deps.settings, () => new Map<boolean, Drawn>());

  async function draw(address: string, { answers }: FirstAnswers, hasPasskeys: boolean): Promise<Drawn> {
    const picture = { madeAt: new Date().toISOString(), canUsePasskeys: hasPasskeys };
    const brand = brandFacts(deps.settings.now(), deps.env);
    const html = await (await load()).drawScreen({ address, brand, answers, picture });
    if (html === null) throw new Error(`No screen has the address ${address}`);
    return { html, picture };
  }

  /** The same for everybody, so it is drawn once. */
  async function signIn(answers: FirstAnswers, hasPasskeys: boolean): Promise<Drawn> {
    const drawn = signIns();
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
      if (JSON.stringify(answers).length > MAX_DRAWN_LENGTH) return null;
      return await draw(request.url, answers, hasPasskeys);
    } catch (error) {
      deps.log.error(error, "A screen could not be drawn, its page goes out empty");
      return null;
    }
  };
}

/** Anyone who has no profile is led elsewhere. */
function hasPerson({ answers }: FirstAnswers): boolean {
  const profile = answers.find(({ call }) => call === `${getProfile.method} ${getProfile.path}`);
  return profile !== undefined && profile.answer.data !== null;
}

/** The server's part of src/web/lib/can-use-passkeys.ts. */
function mayUsePasskeys({ hostname }: FastifyRequest, publicUrl: string): boolean {
  const isSafe = publicUrl.startsWith("https:") || hostname === "localhost";
  return isSafe && !NUMBERED.test(hostname);
}

/** The company's data for the page's script and for the drawing. */
export function brandFacts(current: Current, { isDeclarationTicked, brand }: Env): object {
  const { productName, companyName, companySite, version } = current;
  // Its oldest name, such as Europe/Kiev for Europe/Kyiv, which older browsers know too.
  const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: current.timeZone }).resolvedOptions();
  const logoAddress = hasOwnLogo(current) ? `/brand/logo?v=${version}` : null;
  const hasConfiguredLogo = brand.logoPath !== undefined;
  return {
    productName,
    companyName,
    companySite,
    logoAddress,
    hasConfiguredLogo,
    timeZone,
    isDeclarationTicked,
  };
}

const TAG = /<[a-z][^<>]*>/g;
/** Each attribute is read whole, so that no text inside one passes for another. */
const ATTRIBUTE = / ([^\s"=<>]+)="([^"]*)"/g;
const ENTITIES: Record<string, string> = {
  "&quot;": '"',
  "&#x27;": "'",
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
};

/** Stores the last button or form pressed before the screen's script runs (src/web/lib/start-page.tsx). */
const REMEMBER_EARLY_PRESS =
  `onclick=e=>{let b=e.target.closest("#root[data-drawn] button[type=button]");if(b)${EARLY_PRESS}=()=>b.click()};` +
  `onsubmit=e=>{let f=e.target;if(f.closest("#root[data-drawn]"))e.preventDefault(),${EARLY_PRESS}=()=>f.requestSubmit()}`;

/** Browsers paint the part of a page that they have parsed, and what comes later would move what is seen. */
const HIDE_UNTIL_COMPLETE = "#root[data-drawn]:not(:has(~*)){visibility:hidden}";

/**
 * The root element with a drawing. The content policy allows no style attributes, so a nonced sheet has the elements'
 * styles until the script loads.
 */
export function rootOf(html: string, nonces: Nonces): string {
  const rules = new Map<string, number>();
  const marked = html.replace(TAG, (tag) =>
    tag.replace(ATTRIBUTE, (all, name: string, escaped: string) => {
      if (name !== "style") return all;
      const style = escaped.replace(/&(?:quot|#x27|amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
      // No text of a document ends the rule or the sheet.
      if (/[{}<>\\]/.test(style)) return "";
      const number = rules.get(style) ?? rules.size;
      rules.set(style, number);
      return ` ${DRAWN_STYLE}="${number}"`;
    }),
  );
  const root = `<script nonce="${nonces.script}">${REMEMBER_EARLY_PRESS}</script><div id="root" data-drawn>${marked}</div>`;
  // The ids outweigh every class, as a style attribute does.
  const sheet = [...rules].map(([style, number]) => `#root#root [${DRAWN_STYLE}="${number}"]{${style}}`);
  // Its elements name their rules by number, so another rule is the last.
  sheet.push(HIDE_UNTIL_COMPLETE);
  return `<style id="${DRAWN_STYLES}" nonce="${nonces.style}">${sheet.join("")}</style>${root}`;
}
