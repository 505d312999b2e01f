import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { printDraft as printCall } from "#contract/admin/drafts.ts";
import type { Id } from "#domain/id.ts";
import { conflict } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { readUnsent } from "../documents/preview-document.ts";
import { printDocument } from "../documents/print-document.ts";
import { NO_DOCUMENT } from "../documents/queries.ts";
import { findPrintedImages, readImagesForPrint } from "../images/print-images.ts";
import { showImages } from "../images/show-images.ts";
import { printWithContents } from "../pdf/print-with-contents.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";

type Printable = { html: string; externalId: string; revision: number };

/** A draft as HTML for the PDF that its client would get, marked as a preview on every page. */
export async function readPrintableDraft(deps: Deps, uniqueDocumentId: Id): Promise<Printable> {
  const { db, clock } = deps;
  const [owner] = await db
    .select({
      organizationId: organizations.organizationId,
      organizationName: organizations.organizationName,
    })
    .from(uniqueDocuments)
    .innerJoin(organizations, eq(organizations.organizationId, uniqueDocuments.organizationId))
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  if (!owner) throw NO_DOCUMENT;
  const unsent = await readUnsent(db, owner.organizationId, uniqueDocumentId, clock());
  if (!unsent) throw NO_DRAFT;
  const { document, content } = unsent;
  const [page = content.page] = await showImages(db, [content.page]);
  const images = await readImagesForPrint(deps, await findPrintedImages(deps.db, page));
  const { organizationName } = owner;
  const logo = await deps.logo.forPrint();
  const printed = { document, decision: null, preview: { organizationName }, logo };
  const html = printDocument(deps, printed, page, images);
  return { html, externalId: document.externalId, revision: document.pageRevision };
}

const NO_DRAFT = conflict(
  "no-draft",
  "This document is no longer a draft, so there is nothing to preview. Open it as its client does.",
);

/** Prints a draft. Nothing is stored. */
export async function printDraft(
  { pdf, settings }: Pick<Deps, "pdf" | "settings">,
  { html, externalId, revision }: Printable,
  isAwaited: () => boolean,
): Promise<z.input<typeof printCall.reply>> {
  const { companyName, productName, paperSize } = settings.now();
  const metadata = { author: companyName, program: productName, identifier: externalId };
  const printed = await printWithContents({
    compose: () => html,
    print: (one, isFinal) =>
      pdf.renderPreview({ previewKey: one, isAwaited }, one, {
        ...(isFinal && { metadata }),
        paperSize,
        footerText: `Preview, not sent · ${externalId}`,
      }),
    isCounted: false,
  });
  return { revision, pdf: Buffer.from(printed).toString("base64") };
}
