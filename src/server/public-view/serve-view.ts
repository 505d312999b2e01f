import type { FastifyInstance, FastifyReply } from "fastify";
import type { Deps } from "../deps.ts";
import { readInScope } from "../wall/in-scope.ts";
import { readPublicDocument } from "./read-public-document.ts";
import { createViewRenderer, type ViewPage } from "./render-view.ts";
import { readViewAssets } from "./view-assets.ts";

/** Serves shared documents to everybody with their address. Everything else below /view gets the same answer. */
export function servePublicView(app: FastifyInstance, deps: Deps, webFolder: string | null): void {
  const { contentPolicy, unseen, failed, render } = createViewRenderer(deps, readViewAssets(webFolder));
  const answer = (reply: FastifyReply, { status, html }: ViewPage) =>
    reply
      .status(status)
      .headers({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": contentPolicy,
        // Sharing can end at any time, so nobody caches the page.
        "cache-control": "private, no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex, nofollow",
      })
      .send(html);
  app.get<{ Params: { uniqueDocumentId: string } }>(
    "/view/:uniqueDocumentId",
    {
      schema: { hide: true },
      errorHandler: (error, request, reply) => {
        request.log.error(error, "A shared document cannot be read");
        void answer(reply, failed);
      },
    },
    async (request, reply) => {
      const document = await readInScope(deps.database, { role: "visitor" }, (db) =>
        readPublicDocument({ ...deps, db }, request.params.uniqueDocumentId),
      );
      return answer(reply, document ? render(document) : unseen);
    },
  );
  // Addresses that cannot be an id, such as a longer path.
  app.get("/view/*", { schema: { hide: true } }, async (_request, reply) => answer(reply, unseen));
}
