import { and, countDistinct, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { type ProductEvent, ProductRecord } from "#domain/products/product.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import { userProfiles } from "../schema/account.ts";
import { auditEvents } from "../schema/audit.ts";
import { lastTouched, uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { isInCatalogue, products } from "../schema/products.ts";
import { workOrderProducts, workOrders } from "../schema/work-orders.ts";
import { toCatalogued } from "./queries.ts";

const MAX_DOCUMENTS = 50;
const MAX_EVENTS = 100;

/** One product with its uses and its history. */
export async function getProduct(reader: DbOrTx, productId: Id): Promise<ProductRecord> {
  const [row] = await reader
    .select()
    .from(products)
    .where(and(eq(products.productId, productId), isInCatalogue(products)));
  if (!row) throw new AppError("not-found", "There is no such product.");
  return {
    ...toCatalogued(row),
    workOrders: await countUses(reader, productId),
    documents: await findUsingDocuments(reader, productId),
    history: await findHistory(reader, productId),
  };
}

/** The number of work orders that charge for a product. */
export async function countUses(reader: DbOrTx, productId: Id): Promise<number> {
  const [uses] = await reader
    .select({ amount: countDistinct(workOrderProducts.workOrderId) })
    .from(workOrderProducts)
    .where(eq(workOrderProducts.productId, productId));
  return uses?.amount ?? 0;
}

async function findUsingDocuments(reader: DbOrTx, productId: Id): Promise<ProductRecord["documents"]> {
  const using = reader
    .select({ id: workOrders.uniqueDocumentId })
    .from(workOrderProducts)
    .innerJoin(workOrders, eq(workOrders.workOrderId, workOrderProducts.workOrderId))
    .where(and(eq(workOrderProducts.productId, productId), isNotNull(workOrders.uniqueDocumentId)));
  return reader
    .select({
      uniqueDocumentId: uniqueDocuments.uniqueDocumentId,
      name: uniqueDocuments.name,
      organizationName: organizations.organizationName,
      status: uniqueDocuments.status,
    })
    .from(uniqueDocuments)
    .innerJoin(organizations, eq(organizations.organizationId, uniqueDocuments.organizationId))
    .where(inArray(uniqueDocuments.uniqueDocumentId, using))
    .orderBy(desc(lastTouched(uniqueDocuments)), desc(uniqueDocuments.uniqueDocumentId))
    .limit(MAX_DOCUMENTS);
}

const ACTIONS = ProductRecord.shape.history.element.shape.what;
const AUDIT_ACTIONS = ACTIONS.options.map((verb) => `product.${verb}` as const);
const Details = ProductRecord.shape.history.element.shape.after;

async function findHistory(reader: DbOrTx, productId: Id): Promise<ProductEvent[]> {
  const { firstName, lastName, email } = userProfiles;
  const { at, action, details } = auditEvents;
  const rows = await reader
    .select({ at, action, details, person: { firstName, lastName, email } })
    .from(auditEvents)
    .leftJoin(userProfiles, eq(userProfiles.userProfileId, auditEvents.userProfileId))
    .where(and(eq(auditEvents.subjectId, productId), inArray(action, AUDIT_ACTIONS)))
    .orderBy(desc(at), desc(auditEvents.auditEventId))
    .limit(MAX_EVENTS);
  return rows.map((row) => {
    const what = ACTIONS.parse(row.action.slice("product.".length));
    return {
      at: row.at.toISOString(),
      what,
      who: row.person && displayName(row.person),
      before: Details.safeParse(row.details.before).data ?? null,
      after: Details.safeParse(what === "add" ? row.details : row.details.after).data ?? null,
    };
  });
}
