import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Id } from "#domain/id.ts";
import { change, PORTAL } from "../access/change.ts";
import { readAdmin } from "../access/read-person.ts";
import type { Deps } from "../deps.ts";
import { prepareErrorReply } from "../http/errors.ts";
import { createVisitLimit } from "../http/rate-limit.ts";
import { announceOpening } from "../openings/mail-opening.job.ts";
import { countVisitor } from "../openings/report-opening.ts";
import { readInScope } from "../rls/in-scope.ts";
import { withScope } from "../rls/scoped-db.ts";
import { bodyOf, type CachedPage, createPageCache, encodingFor, type PageCache } from "./page-cache.ts";
import { findSharedDocument, momentOf, readVersion } from "./queries.ts";
import { readPage } from "./read-page.ts";
import { createViewRenderers, type SharedDocument, type ViewPage } from "./render-view.ts";
import { serveReadingLinks } from "./serve-reading-links.ts";
import { readViewAssets } from "./view-assets.ts";

/** All renderings that a process caches. A page is a few times as large as its text. */
const CACHE_BYTES = 64 * 1024 * 1024;

/** Everybody behind one address reads together. */
const VIEWS_A_MINUTE = 300;
const MINUTE_MS = 60_000;

/** Serves shared documents to everybody with their address. Everything else below /view gets the same answer. */
export function servePublicView(app: FastifyInstance, deps: Deps, webFolder: string | null): void {
  const renderer = createViewRenderers(deps, readViewAssets(webFolder));
  const pages = createPageCache(CACHE_BYTES);
  const visits = createVisitLimit({ max: VIEWS_A_MINUTE, windowMs: MINUTE_MS });
  const { answer, answerCached } = createAnswers(renderer);

  async function refuseMany({ ip }: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const retryAfterSeconds = visits.count(ip, deps.clock());
    return retryAfterSeconds === null
      ? undefined
      : answer(reply.header("retry-after", retryAfterSeconds), renderer().tooMany);
  }

  app.get<{ Params: { uniqueDocumentId: string } }>(
    "/view/:uniqueDocumentId",
    {
      schema: { hide: true },
      onRequest: refuseMany,
      errorHandler: (error, request, reply) => {
        prepareErrorReply(error, request, reply);
        void answer(reply, { ...renderer().failed, status: reply.statusCode });
      },
    },
    async (request, reply) => {
      const page = await readSharedPage(deps, pages, renderer().render, request.params.uniqueDocumentId);
      return page ? answerCached(request, reply, page) : answer(reply, renderer().notFound);
    },
  );
  // Told by the page's script, so that previews of links and search engines do not count.
  app.post<{ Params: { uniqueDocumentId: string } }>(
    "/view/:uniqueDocumentId/opened",
    { schema: { hide: true }, onRequest: refuseMany },
    async (request, reply) => {
      const isOfCompany = (await readAdmin(deps, request.headers.cookie)) !== null;
      if (!isOfCompany) await reportVisitor(deps, request.params.uniqueDocumentId);
      return reply.send();
    },
  );
  serveReadingLinks(app, deps, { answer, answerCached, pages, refuseMany, renderer });
  // Addresses that cannot be an id, such as a longer path.
  app.get("/view/*", { schema: { hide: true }, onRequest: refuseMany }, async (_request, reply) =>
    answer(reply, renderer().notFound),
  );
}

/** The ways to answer with a page: as it is rendered now, and as it is cached. */
function createAnswers(renderer: ReturnType<typeof createViewRenderers>) {
  const withHeaders = (reply: FastifyReply, status: number) =>
    reply.status(status).headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": renderer().contentPolicy,
      // Sharing can end at any time, so no one caches the page.
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
    });
  const answer = (reply: FastifyReply, { status, html }: ViewPage) => withHeaders(reply, status).send(html);

  async function answerCached(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
    if (page.status !== 200) return answer(reply, page);
    const encoding = encodingFor(request.headers["accept-encoding"]);
    if (encoding) void reply.header("content-encoding", encoding);
    return withHeaders(reply, 200)
      .header("vary", "accept-encoding")
      .send(await bodyOf(page, encoding));
  }
  return { answer, answerCached };
}

/** The page of a visible document. */
async function readSharedPage(
  deps: Deps,
  pages: PageCache,
  render: (shared: SharedDocument) => ViewPage,
  requested: string,
): Promise<CachedPage | null> {
  const id = Id.safeParse(requested).success ? requested : NO_DOCUMENT;
  return readPage(deps, pages, {
    id,
    key: "",
    version: (db) => readVersion(db, id, momentOf(deps)),
    find: (db) => findSharedDocument(db, id, momentOf(deps)),
    recipientOf: () => null,
    render,
  });
}

/** No document has this id. Invalid ids are looked up as this one, so the statement and the time are the same. */
const NO_DOCUMENT = "";

/** Counts that a visitor opened the public view of a document; nothing about them is read or stored. */
async function reportVisitor(deps: Deps, uniqueDocumentId: string): Promise<void> {
  const shared = await readInScope(deps.database, { role: "visitor" }, (db) =>
    findSharedDocument(db, uniqueDocumentId, momentOf(deps)),
  );
  if (!shared) return;
  const { organizationId } = shared;
  await change(withScope(deps, { role: "portal" }), PORTAL, async ({ tx, at, record }) => {
    const times = await countVisitor(tx, { uniqueDocumentId, organizationId, what: "page" }, at);
    await announceOpening(tx, deps, shared, {});
    if (times > 1) return;
    await record({ action: "document.visit", subjectId: uniqueDocumentId, organizationId, details: {} });
    await deps.live.publish(tx, { company: true }, { kind: "document", id: uniqueDocumentId });
  });
}
