import type { FastifyInstance } from "fastify";
import { API_BASE } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { OTHER_ROUTES } from "./other-routes.ts";

/** "/api/unique-document/user/{id}" in Fastify's notation. */
export function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

const OF_CONTRACT = Object.values(CALLS).map(({ method, path }) => ({ method, path: `${API_BASE}/${path}` }));
const DECLARED = new Set(
  [...OF_CONTRACT, ...OTHER_ROUTES].map((one) => `${one.method} ${fastifyPath(one.path)}`),
);

/** The API's documentation serves its own files. */
const DOCS = `${API_BASE}/docs`;
/** Answers 404 for every method. */
const NOTHING = `${API_BASE}/*`;

/** Throws for a route that neither the contract nor OTHER_ROUTES declares, so no route lacks a policy. */
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
  // The files of the browser's part.
  return method === "GET" && url !== API_BASE && !url.startsWith(`${API_BASE}/`);
}
