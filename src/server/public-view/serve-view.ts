import type { FastifyInstance, FastifyReply } from "fastify";
import { Id } from "#domain/id.ts";
import { findGeneralTerms } from "../agreements/queries.ts";
import type { Deps } from "../deps.ts";
import { readContent } from "../documents/content.ts";
import { findDecision } from "../documents/queries.ts";
import { showImages } from "../images/show-images.ts";
import { readInScope } from "../wall/in-scope.ts";
import { findSharedDocument } from "./queries.ts";
import { createViewRenderer, type SharedDocument, type ViewPage } from "./render-view.ts";
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
        readSharedDocument({ ...deps, db }, request.params.uniqueDocumentId),
      );
      return answer(reply, document ? render(document) : unseen);
    },
  );
  // Addresses that cannot be an id, such as a longer path.
  app.get("/view/*", { schema: { hide: true } }, async (_request, reply) => answer(reply, unseen));
}

/**
 * No document has this id. Invalid ids are looked up as this one, so that they take the same statement and the same
 * time.
 */
const NOBODYS = "";

/** A document that everybody may see. Null, after the same statement, if they may not see it for any reason. */
async function readSharedDocument(
  { db, clock }: Pick<Deps, "db" | "clock">,
  asked: string,
): Promise<SharedDocument | null> {
  const wanted = Id.safeParse(asked).success ? asked : NOBODYS;
  const document = await findSharedDocument(db, wanted, clock());
  if (!document) return null;
  const decision = await findDecision(db, document.uniqueDocumentId);
  const content = await readContent(db, document, decision);
  const [page = content.page] = await showImages(db, [content.page]);
  const terms = await findGeneralTerms(db);
  return { document, decision, page, generalTermsId: terms?.generalDocumentId ?? null };
}
