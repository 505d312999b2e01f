import type { FastifyInstance, FastifyReply } from "fastify";
import {
  type PublicDocument,
  type PublicMoment,
  pageForVisitors,
} from "#domain/documents/public-document.ts";
import { formatDate, formatDateTime, formatForEverybody } from "#domain/format.ts";
import { Id } from "#domain/id.ts";
import { block as ImageBlock } from "#domain/page/blocks/image.ts";
import type { PuckState } from "#domain/page/page.ts";
import { itemsOf } from "#domain/page/walk-page.ts";
import { findGeneralTerms } from "../agreements/queries.ts";
import type { Deps } from "../deps.ts";
import { readContent } from "../documents/content.ts";
import { findDecision } from "../documents/queries.ts";
import { readPublicImageSize } from "../images/read-public-image.ts";
import { showImages } from "../images/show-images.ts";
import { readInScope } from "../wall/in-scope.ts";
import { findSharedDocument } from "./queries.ts";
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

/**
 * No document has this id. Invalid ids are looked up as this one, so that they take the same statement and the same
 * time.
 */
const NOBODYS = "";

/** A document as visitors see it. Null, after the same statement, if they may not see it for any reason. */
async function readPublicDocument(
  deps: Pick<Deps, "db" | "env" | "clock">,
  asked: string,
): Promise<PublicDocument | null> {
  const { db, env, clock } = deps;
  const wanted = Id.safeParse(asked).success ? asked : NOBODYS;
  const document = await findSharedDocument(db, wanted, clock());
  if (!document) return null;
  const decision = await findDecision(db, document.uniqueDocumentId);
  const content = await readContent(db, document, decision);
  const [page = content.page] = await showImages(db, [content.page]);
  const terms = await findGeneralTerms(db);
  const { brand, timeZone } = env;
  return {
    uniqueDocumentId: document.uniqueDocumentId,
    name: document.name,
    slug: document.slug,
    externalId: document.externalId,
    status: document.status,
    updatedAt: momentOf(document.updatedAt, timeZone, formatDate),
    decidedAt: decision && momentOf(decision.decidedAt, timeZone, formatDateTime),
    timeZone,
    page: pageForVisitors(page),
    failedBlocks: [],
    imageSizes: sizesOfImages(page),
    generalTermsPath: terms && `/general-document/${encodeURIComponent(terms.generalDocumentId)}`,
    brand: {
      productName: brand.productName,
      companyName: brand.companyName,
      hasLogo: brand.logoPath !== undefined,
    },
  };
}

function momentOf(date: Date, timeZone: string, format: typeof formatDate): PublicMoment {
  const iso = date.toISOString();
  return { iso, text: format(iso, timeZone), title: formatForEverybody(iso, timeZone, timeZone) };
}

function sizesOfImages(page: PuckState): PublicDocument["imageSizes"] {
  const sources = itemsOf(page, ImageBlock).flatMap(({ props }) => props.src ?? []);
  return Object.fromEntries(
    sources.flatMap((source) => {
      const size = readPublicImageSize(source);
      return size ? [[source, size]] : [];
    }),
  );
}
