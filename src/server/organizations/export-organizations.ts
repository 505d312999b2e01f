import { asc, eq } from "drizzle-orm";
import { writeCsv } from "#domain/csv/write-csv.ts";
import type { KnownClients } from "#domain/organizations/plan-organization-import.ts";
import type { DbOrTx } from "../db/database.ts";
import { organizationDetails } from "../schema/organization-details.ts";
import { organizations } from "../schema/organizations.ts";

/** All organizations by name, with what an import may change of them. */
export async function findClients(
  reader: DbOrTx,
): Promise<(KnownClients["organizations"][number] & { status: "ACTIVE" | "INACTIVE" })[]> {
  const { organizationId, organizationName, status, nameOrder } = organizations;
  const rows = await reader
    .select({ organizationId, organizationName, status, stored: organizationDetails })
    .from(organizations)
    .leftJoin(organizationDetails, eq(organizationDetails.organizationId, organizationId))
    .orderBy(asc(nameOrder), asc(organizationId));
  return rows.map(({ stored, ...organization }) => ({
    ...organization,
    details: {
      legalName: stored?.legalName ?? null,
      abn: stored?.abn ?? null,
      billingAddress: stored?.billingAddress ?? null,
      phone: stored?.phone ?? null,
      billingContact: stored?.billingContact ?? null,
      billingEmail: stored?.billingEmail ?? null,
    },
  }));
}

/** All organizations, as an import takes them back. */
export async function writeOrganizations(reader: DbOrTx): Promise<string> {
  const all = await findClients(reader);
  return writeCsv(
    [
      "Organization ID",
      "Name",
      "Legal name",
      "ABN",
      "Address",
      "Phone",
      "Billing contact",
      "Billing email",
      "Status",
    ],
    all.map(({ organizationId, organizationName, details, status }) => [
      organizationId,
      organizationName,
      details.legalName,
      details.abn,
      details.billingAddress,
      details.phone,
      details.billingContact,
      details.billingEmail,
      status === "ACTIVE" ? "Active" : "Inactive",
    ]),
  );
}
