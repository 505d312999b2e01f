import { eq } from "drizzle-orm";
import type { SignInRules } from "#domain/account/sign-in.ts";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import { organizations } from "../schema/organizations.ts";

export async function findSignInRules(reader: Reader, organizationId: Id): Promise<SignInRules> {
  const [found] = await reader
    .select({
      requiresFactor: organizations.requiresFactor,
      confirmsAcceptance: organizations.confirmsAcceptance,
    })
    .from(organizations)
    .where(eq(organizations.organizationId, organizationId));
  return found ?? noOrganization();
}

export function noOrganization(): never {
  throw new AppError("not-found", "There is no such organization.");
}
