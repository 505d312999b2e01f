import { randomBytes } from "node:crypto";
import { v7 } from "uuid";
import type { ListedDocument } from "#domain/documents/unique-document.ts";
import { type Id, isFree } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import { AppError } from "../app-error.ts";
import {
  beginCreation,
  type Created,
  type Creation,
  checkReferences,
  checkTwins,
  createRecords,
} from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { registerImagesOfPages } from "../images/register-images.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { toStoredForm } from "./content.ts";
import { copyStoredPage } from "./resolve-page.ts";

type GivenFields =
  | "uniqueDocumentId"
  | "organizationId"
  | "externalId"
  | "name"
  | "templateId"
  | "documentType"
  | "status"
  | "invoice";

export type DocumentDraft = Pick<ListedDocument, GivenFields> & {
  /** Default: made from the name and the external id. */
  slug?: string | undefined;
  puckState: PuckState;
  createdAt: Date;
  updatedAt: Date;
  /** Since when its client sees it; null: not yet. */
  shownAt: Date | null;
  /** The colleague who hears of it; left out: its organization's owner. */
  ownerId?: Id | undefined;
};

/**
 * Adds new documents and registers the images of their pages. Totals, decisions and search text need the work orders,
 * so they follow later.
 */
export async function createDocuments(
  tx: Tx,
  deps: Pick<Deps, "queue">,
  drafts: readonly DocumentDraft[],
): Promise<Created<DocumentDraft>> {
  const creation = await beginCreation(tx, "documents", drafts);
  await checkReferences(tx, creation, ({ organizationId, invoice }) => [
    { path: "organizationId", to: "organizations", name: organizationId },
    { path: "invoice", to: "invoices", name: invoice, within: organizationId },
  ]);
  checkTwins(creation, "slug", slugOf, (slug) => `has the slug "${slug}" already`);
  await checkSlugs(tx, creation);
  const created = await createRecords(tx, creation, uniqueDocuments, ({ invoice, ...draft }) => ({
    ...draft,
    slug: slugOf(draft),
    invoiceId: invoice,
    pageSavedAt: draft.updatedAt,
    puckState: toStoredForm(copyStoredPage(draft.puckState)),
  }));
  const pages = created.added.map(({ puckState: page, organizationId }) => ({ page, organizationId }));
  await registerImagesOfPages(tx, deps, pages);
  return created;
}

function slugOf(draft: Pick<DocumentDraft, "slug" | "name" | "externalId">): string {
  return draft.slug ?? documentSlug(draft);
}

/** Reports slugs that another document has. A slug is unique in the portal. */
async function checkSlugs(tx: Tx, { fresh, problems }: Creation<DocumentDraft>): Promise<void> {
  const { slug, uniqueDocumentId } = uniqueDocuments;
  const slugs = fresh.map(({ draft }) => slugOf(draft));
  const rows = await tx.select({ slug, uniqueDocumentId }).from(uniqueDocuments).where(isAnyOf(slug, slugs));
  const ownerBySlug = new Map(rows.map((row) => [row.slug, row.uniqueDocumentId]));
  for (const { at, draft } of fresh) {
    const owner = ownerBySlug.get(slugOf(draft));
    if (owner === undefined) continue;
    const message = `Another document in the database has the slug "${slugOf(draft)}" ("${owner}")`;
    problems.push({ at, path: "slug", message });
  }
}

const MAX_SLUG_LENGTH = 120;
const COMBINING_MARKS = /\p{M}/gu;

/** The default slug of a document, from its name and external id. */
function documentSlug({ name, externalId }: { name: string; externalId: string }): string {
  const words = `${name} ${externalId}`
    .normalize("NFKD")
    .replace(COMBINING_MARKS, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  const slug = words.slice(-MAX_SLUG_LENGTH).replace(/^-+|-+$/g, "") || "document";
  return isFree(slug) ? slug : `document-${slug}`;
}

type Draft = Pick<
  DocumentDraft,
  | "uniqueDocumentId"
  | "organizationId"
  | "externalId"
  | "name"
  | "templateId"
  | "documentType"
  | "invoice"
  | "puckState"
> & { ownerId: Id; at: Date };

/** Adds a draft that its client does not see. */
export async function addDraft(tx: Tx, deps: Pick<Deps, "queue">, { at, ...draft }: Draft): Promise<void> {
  const { problems } = await createDocuments(tx, deps, [
    { ...draft, status: "DRAFT", createdAt: at, updatedAt: at, shownAt: null },
  ]);
  const [problem] = problems;
  if (problem) throw new AppError("conflict", `${problem.message}. Nothing was saved.`);
}

/** A new id. It is the address of a shared document, so it has more random bits (138) than other ids. */
export function newDocumentId(): Id {
  return `${v7()}-${randomBytes(8).toString("hex")}`;
}
