import { type PublicDocument, pageForVisitors } from "#domain/documents/public-document.ts";
import { formatDate } from "#domain/format.ts";
import { Id } from "#domain/id.ts";
import { ImageBlock } from "#domain/page/blocks/image.ts";
import type { PuckState } from "#domain/page/page.ts";
import { itemsOf } from "#domain/page/walk-page.ts";
import { findGeneralTerms } from "../agreements/queries.ts";
import type { Deps } from "../deps.ts";
import { readContent } from "../documents/content.ts";
import { findDecision } from "../documents/queries.ts";
import { readPublicImageSize } from "../images/read-public-image.ts";
import { showImages } from "../images/show-images.ts";
import { findSharedDocument } from "./queries.ts";

/**
 * No document has this id. Invalid ids are looked up as this one, so that they take the same statement and the same
 * time.
 */
const NOBODYS = "";

/** A document as visitors see it. Null, after the same statement, if they may not see it for any reason. */
export async function readPublicDocument(
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
  const updatedAt = document.updatedAt.toISOString();
  const decidedAt = decision?.decidedAt.toISOString();
  return {
    uniqueDocumentId: document.uniqueDocumentId,
    name: document.name,
    slug: document.slug,
    externalId: document.externalId,
    status: document.status,
    updatedAt: { iso: updatedAt, text: formatDate(updatedAt, timeZone) },
    decidedAt: decidedAt ? { iso: decidedAt, text: formatDate(decidedAt, timeZone) } : null,
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

function sizesOfImages(page: PuckState): PublicDocument["imageSizes"] {
  const sources = itemsOf(page, ImageBlock).flatMap(({ props }) => props.src ?? []);
  return Object.fromEntries(
    sources.flatMap((source) => {
      const size = readPublicImageSize(source);
      return size ? [[source, size]] : [];
    }),
  );
}
