import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { invoices, uniqueDocuments } from "../schema/documents.ts";
import { issuers } from "../schema/identity.ts";
import { organizationDetails } from "../schema/organization-details.ts";
import { notes, organizations } from "../schema/organizations.ts";
import { products } from "../schema/products.ts";
import { retainers } from "../schema/retainers.ts";
import { settings } from "../schema/settings.ts";
import { sections, templates } from "../schema/templates.ts";
import { workOrders } from "../schema/work-orders.ts";

// Triggers raise the version of a record when a column that its form edits changes. Lines are rows of other tables: code
// that replaces them raises the version too.

/** What the form of each version edits. */
const EDITED: readonly (readonly [table: PgTable, version: PgColumn, edited: readonly PgColumn[]])[] = [
  [products, products.recordVersion, [products.productName, products.productUnit, products.productRate]],
  [templates, templates.recordVersion, ofTemplate()],
  [notes, notes.recordVersion, [notes.text]],
  [sections, sections.recordVersion, [sections.name]],
  [organizations, organizations.recordVersion, [organizations.organizationName]],
  [organizations, organizations.linksVersion, [organizations.quickLinks]],
  [organizationDetails, organizationDetails.recordVersion, ofDetails()],
  [invoices, invoices.recordVersion, [invoices.dueDate, invoices.xeroLink]],
  [uniqueDocuments, uniqueDocuments.recordVersion, ofDocument()],
  [workOrders, workOrders.recordVersion, ofWorkOrder()],
  [retainers, retainers.recordVersion, ofRetainer()],
  [issuers, issuers.recordVersion, [issuers.name, issuers.sealedClientSecret, issuers.requiredSince]],
  [settings, settings.recordVersion, ofSettings()],
];

/** All statements that begin to raise versions. */
export const RAISE_VERSIONS: readonly string[] = EDITED.flatMap(([table, version, edited]) => {
  const raise = `counterpart_raise_${version.name}`;
  const values = (of: string) => edited.map(({ name }) => `${of}.${name}`).join(", ");
  return [
    `create or replace function ${raise}() returns trigger language plpgsql as $$
    begin
      new.${version.name} := old.${version.name} + 1;
      return new;
    end $$`,
    `create trigger ${raise} before update on ${getTableName(table)} for each row
      when ((${values("old")}) is distinct from (${values("new")})) execute function ${raise}()`,
  ];
});

function ofDetails(): PgColumn[] {
  const {
    organizationId: _,
    recordVersion: __,
    usualRecipients: ___,
    ...edited
  } = getTableColumns(organizationDetails);
  return Object.values(edited);
}

function ofDocument(): PgColumn[] {
  const { name, documentType, invoiceId, templateId, validUntil } = uniqueDocuments;
  return [name, documentType, invoiceId, templateId, validUntil];
}

function ofTemplate(): PgColumn[] {
  const { name, description, variables, validDays } = templates;
  return [name, description, variables, validDays];
}

function ofWorkOrder(): PgColumn[] {
  const { name, description, uniqueDocumentId, invoiceId, isOptional, discountPercent, discountName } =
    workOrders;
  return [name, description, uniqueDocumentId, invoiceId, isOptional, discountPercent, discountName];
}

function ofRetainer(): PgColumn[] {
  const { name, period, startsOn, endsOn, workName, workDescription, issuesItself } = retainers;
  return [name, period, startsOn, endsOn, workName, workDescription, issuesItself];
}

function ofSettings(): PgColumn[] {
  const { settingsId: _, recordVersion: __, changedAt: ___, ...edited } = getTableColumns(settings);
  return Object.values(edited);
}
