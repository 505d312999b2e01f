import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { userProfiles } from "../schema/account.ts";
import { generalDocuments, signedGeneralDocuments } from "../schema/agreements.ts";
import { invoices, uniqueDocuments } from "../schema/documents.ts";
import { notifications } from "../schema/notifications.ts";
import { organizations } from "../schema/organizations.ts";
import { organizationPermissionRequests } from "../schema/permissions.ts";
import { products } from "../schema/products.ts";
import { workOrders } from "../schema/work-orders.ts";

/** The facts about a kind of record that has its own id. */
export type RecordKind = {
  /** The noun for messages. */
  noun: string;
  table: PgTable;
  id: PgColumn;
  /** The name of its id in rows and requests. */
  idField: string;
  /** The column of its organization; null for a record of none or of several. */
  organizationId: PgColumn | null;
};

export const RECORD_KINDS = {
  organizations: kind("organization", organizations, "organizationId", null),
  people: kind("person", userProfiles, "userProfileId", null),
  products: kind("product", products, "productId", null),
  invoices: kind("invoice", invoices, "invoiceId", invoices.organizationId),
  documents: kind("document", uniqueDocuments, "uniqueDocumentId", uniqueDocuments.organizationId),
  workOrders: kind("work order", workOrders, "workOrderId", workOrders.organizationId),
  generalDocuments: kind("general document", generalDocuments, "generalDocumentId", null),
  signedGeneralDocuments: kind(
    "signed general document",
    signedGeneralDocuments,
    "signedGeneralDocumentId",
    null,
  ),
  notifications: kind("notification", notifications, "notificationId", notifications.organizationId),
  permissionRequests: kind(
    "permission request",
    organizationPermissionRequests,
    "organizationPermissionRequestId",
    organizationPermissionRequests.organizationId,
  ),
} satisfies Record<string, RecordKind>;

export type RecordKindName = keyof typeof RECORD_KINDS;

function kind<Field extends string, Table extends PgTable & Record<Field, PgColumn>>(
  noun: string,
  table: Table,
  idField: Field,
  organizationId: PgColumn | null,
) {
  return { noun, table, id: table[idField], idField, organizationId };
}
