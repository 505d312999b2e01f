import type { Id } from "#domain/id.ts";
import type { ManagedOrganization } from "#domain/organizations/managed-organization.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import { findManagedOrganization } from "./queries.ts";

/** An organization for the company's people. Throws AppError "not-found" for an unknown id. */
export async function presentManaged(reader: Reader, organizationId: Id): Promise<ManagedOrganization> {
  return (await findManagedOrganization(reader, organizationId)) ?? noOrganization();
}

export function noOrganization(): never {
  throw new AppError("not-found", "There is no such organization.");
}
