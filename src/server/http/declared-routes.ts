import type { FastifyInstance } from "fastify";
import { API_BASE } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { OTHER_ROUTES } from "./other-routes.ts";

/** "/api/unique-document/user/{id}" as Fastify writes it. */
export function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

const OF_CONTRACT = Object.values(CALLS).map(({ method, path }) => ({ method, path: `${API_BASE}/${path}` }));
const DECLARED = new Set(
  [...OF_CONTRACT, ...OTHER_ROUTES].map((one) => `${one.method} ${fastifyPath(one.path)}`),
);

/** The pages that describe the API bring files of their own. */
const DOCS = `${API_BASE}/docs`;
/** Answers that there is nothing; for every method. */
const NOTHING = `${API_BASE}/*`;

/** Refuses to serve what neither the contract nor OTHER_ROUTES declares: nothing is reached without a policy. */
export function refuseUndeclaredRoutes(app: FastifyInstance): void {
  app.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat()) {
      if (!isDeclared(one === "HEAD" ? "GET" : one, url))
        throw new Error(
          `${one} ${url} is in neither the contract nor http/other-routes.ts: say who may ask for it.`,
        );
    }
  });
}

function isDeclared(method: string, url: string): boolean {
  if (url === NOTHING || DECLARED.has(`${method} ${url}`)) return true;
  if (url === DOCS || url.startsWith(`${DOCS}/`)) return method === "GET";
  // The browser's own files.
  return method === "GET" && url !== API_BASE && !url.startsWith(`${API_BASE}/`);
}
