import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/products.ts";
import type { Id } from "#domain/id.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import { quotedWorkOrderIds } from "#domain/page/quoted-work.ts";
import type { Product } from "#domain/products/product.ts";
import { type ChangeDeps, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import { isAnyOf } from "../db/is-any-of.ts";
import { updateTotals } from "../documents/content.ts";
import type { DocumentRow } from "../documents/queries.ts";
import { uniqueDocuments } from "../documents/tables.ts";
import { workOrderProducts, workOrders } from "../work-orders/tables.ts";
import { lockProduct } from "./queries.ts";
import { products } from "./tables.ts";

type Wanted = z.output<(typeof calls.changeProduct)["body"]>;

/**
 * Changes a product. Clients read its price live, so a document that waits for their decision holds the product as it
 * is. Drafts that quote the product get their new total; decided documents keep the price of their decision.
 */
export async function changeProduct(
  deps: ChangeDeps,
  editor: Editor,
  productId: Id,
  { asRead, ...wanted }: Wanted,
): Promise<Product> {
  return change(deps, editor, async ({ tx, record }) => {
    const before = await lockProduct(tx, productId);
    if (!before) throw new AppError("not-found", "There is no such product.");
    if (isSame(before, wanted)) return before;
    if (!isSame(before, asRead)) throw changedMeanwhile(before);
    const quoting = await lockQuotingDocuments(tx, productId);
    const waiting = quoting.filter(({ status }) => status === "PENDING");
    if (waiting.length > 0) throw quoted(waiting.length);

    const productRate = String(wanted.productRate);
    await tx
      .update(products)
      .set({ ...wanted, productRate })
      .where(eq(products.productId, productId));
    for (const { organizationId, uniqueDocumentId } of quoting) {
      await updateTotals(tx, organizationId, uniqueDocumentId);
    }
    await record({
      action: "product.change",
      subjectId: productId,
      details: { before: asRead, after: wanted },
    });
    return { productId, ...wanted };
  });
}

type Details = Omit<Product, "productId">;

function isSame(one: Details, other: Details): boolean {
  return (
    one.productName === other.productName &&
    one.productUnit === other.productUnit &&
    one.productRate === other.productRate
  );
}

function changedMeanwhile(product: Product): AppError {
  return new AppError(
    "conflict",
    "Somebody else has changed this product since you opened it. Your change was not saved. Please read the product again before you change it.",
    { reason: "changed-meanwhile", product },
  );
}

function quoted(documents: number): AppError {
  const which =
    documents === 1
      ? "1 document that waits for a client's decision quotes this product"
      : `${documents} documents that wait for a client's decision quote this product`;
  const message = `${which}, so clients would see it change while they read. Nothing was changed. Please wait for the decision, or add another product for new work.`;
  return new AppError("conflict", message, { reason: "quoted", documents });
}

type QuotingDocument = Pick<DocumentRow, "uniqueDocumentId" | "organizationId" | "status">;

/** The undecided documents whose page shows the product, locked: a decision comes wholly before or wholly after. */
async function lockQuotingDocuments(tx: Tx, productId: Id): Promise<QuotingDocument[]> {
  const { workOrderId, uniqueDocumentId } = workOrders;
  const quoted = await tx
    .selectDistinct({ workOrderId, uniqueDocumentId })
    .from(workOrders)
    .innerJoin(workOrderProducts, eq(workOrderProducts.workOrderId, workOrderId))
    .where(eq(workOrderProducts.productId, productId));
  const documents = await tx
    .select()
    .from(uniqueDocuments)
    .where(
      and(
        inArray(uniqueDocuments.status, ["DRAFT", "PENDING"]),
        isAnyOf(
          uniqueDocuments.uniqueDocumentId,
          quoted.flatMap((one) => one.uniqueDocumentId ?? []),
        ),
      ),
    )
    .orderBy(uniqueDocuments.uniqueDocumentId)
    .for("update");
  const holding = new Set(quoted.map((one) => one.workOrderId));
  return documents.filter(({ puckState }) =>
    quotedWorkOrderIds(migratePage(puckState).page).some((id) => holding.has(id)),
  );
}
