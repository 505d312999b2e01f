import { eq } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import { isNewest } from "../agreements/queries.ts";
import { isAnyOf } from "../db/is-any-of.ts";
import { userProfiles } from "../schema/account.ts";
import { generalDocuments, generalDocumentVersions } from "../schema/agreements.ts";
import { invoices, shownName, shownType, uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { products } from "../schema/products.ts";
import { templates } from "../schema/templates.ts";
import { workOrders } from "../schema/work-orders.ts";
import { findWorkOrders } from "../work-orders/queries.ts";
import type { Named, Namer, Namers } from "./find-hits.ts";

const UNNUMBERED = { number: null, documentType: null, email: null, organizationName: null };

const nameDocuments: Namer = async (reader, ids) => {
  const { uniqueDocumentId, externalId, name, documentType } = uniqueDocuments;
  const { organizationName } = organizations;
  const rows = await reader
    .select({ id: uniqueDocumentId, number: externalId, name, documentType, organizationName })
    .from(uniqueDocuments)
    .innerJoin(organizations, eq(organizations.organizationId, uniqueDocuments.organizationId))
    .where(isAnyOf(uniqueDocumentId, ids));
  return rows.map((row) => ({ ...UNNUMBERED, ...row }));
};

const nameWorkOrders: Namer = async (reader, ids) => {
  const { workOrderId, externalId, name } = workOrders;
  const { organizationName } = organizations;
  const rows = await reader
    .select({ id: workOrderId, number: externalId, name, organizationName })
    .from(workOrders)
    .innerJoin(organizations, eq(organizations.organizationId, workOrders.organizationId))
    .where(isAnyOf(workOrderId, ids));
  return rows.map((row) => ({ ...UNNUMBERED, ...row }));
};

/** Clients read the names that were sent, as in their lists. */
const nameShownWorkOrders: Namer = async (reader, ids) => {
  const rows = await findWorkOrders(reader, { where: isAnyOf(workOrders.workOrderId, ids), orderBy: [] });
  return rows.map(({ workOrderId: id, externalId: number, name }) => ({ ...UNNUMBERED, id, number, name }));
};

const nameInvoices: Namer = async (reader, ids) => {
  const { invoiceId, externalId, name } = invoices;
  const { organizationName } = organizations;
  const rows = await reader
    .select({ id: invoiceId, number: externalId, name, organizationName })
    .from(invoices)
    .innerJoin(organizations, eq(organizations.organizationId, invoices.organizationId))
    .where(isAnyOf(invoiceId, ids));
  return rows.map((row) => ({ ...UNNUMBERED, ...row }));
};

const nameOrganizations: Namer = async (reader, ids) => {
  const { organizationId, organizationName } = organizations;
  const rows = await reader
    .select({ id: organizationId, name: organizationName })
    .from(organizations)
    .where(isAnyOf(organizationId, ids));
  return rows.map((row) => ({ ...UNNUMBERED, ...row }));
};

const namePeople: Namer = async (reader, ids) => {
  const { userProfileId, firstName, lastName, email } = userProfiles;
  const rows = await reader
    .select({ id: userProfileId, firstName, lastName, email })
    .from(userProfiles)
    .where(isAnyOf(userProfileId, ids));
  return rows.map((row) => ({ ...UNNUMBERED, id: row.id, name: displayName(row), email: row.email }));
};

const nameProducts: Namer = async (reader, ids) => {
  const { productId, productName } = products;
  const rows = await reader
    .select({ id: productId, name: productName })
    .from(products)
    .where(isAnyOf(productId, ids));
  return rows.map((row) => ({ ...UNNUMBERED, ...row }));
};

const nameGeneralDocuments: Namer = async (reader, ids) => {
  const { generalDocumentId } = generalDocuments;
  const rows = await reader
    .select({ id: generalDocumentId, name: generalDocumentVersions.name })
    .from(generalDocuments)
    .innerJoin(generalDocumentVersions, isNewest)
    .where(isAnyOf(generalDocumentId, ids));
  return rows.map((row) => ({ ...UNNUMBERED, ...row }));
};

const nameTemplates: Namer = async (reader, ids) => {
  const { templateId, name } = templates;
  const rows = await reader.select({ id: templateId, name }).from(templates).where(isAnyOf(templateId, ids));
  return rows.map((row) => ({ ...UNNUMBERED, ...row }));
};

/** Clients read the names and types that were sent, as in their lists. */
const nameShownDocuments: Namer = async (reader, ids) => {
  const { uniqueDocumentId: id, externalId: number } = uniqueDocuments;
  const rows = await reader
    .select({ id, number, name: shownName(uniqueDocuments), documentType: shownType(uniqueDocuments) })
    .from(uniqueDocuments)
    .where(isAnyOf(id, ids));
  return rows.map((row) => ({ ...UNNUMBERED, ...row }));
};

/** A client sees the records of one organization, so its name is not repeated with each. */
const nameShownInvoices: Namer = async (reader, ids): Promise<Named[]> =>
  (await nameInvoices(reader, ids)).map((one) => ({ ...one, organizationName: null }));

export const NAMERS_OF_ORGANIZATION: Namers = {
  document: nameShownDocuments,
  workOrder: nameShownWorkOrders,
  invoice: nameShownInvoices,
  person: namePeople,
  generalDocument: nameGeneralDocuments,
};

export const NAMERS_OF_COMPANY: Namers = {
  document: nameDocuments,
  workOrder: nameWorkOrders,
  invoice: nameInvoices,
  organization: nameOrganizations,
  person: namePeople,
  product: nameProducts,
  generalDocument: nameGeneralDocuments,
  template: nameTemplates,
};
