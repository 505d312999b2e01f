import { v7 } from "uuid";
import type { Deps } from "#server/deps.ts";
import { issuers, linkedIdentities } from "#server/schema/identity.ts";
import { unique } from "./factories.ts";

/** An address at which no issuer answers. */
export const NO_ISSUER = "http://127.0.0.1:1";

/** Lets the app take every address for one of an issuer: requests of all calls name one where none is. */
export function findEveryIssuer({ deps }: { deps: Pick<Deps, "issuers"> }): void {
  Object.assign(deps.issuers, { check: async () => undefined });
}

type IssuerParts = Pick<Deps, "db" | "secrets">;

/** An issuer of the company or of an organization, as one that was added a day ago. */
export async function makeIssuer(
  { db, secrets }: IssuerParts,
  given: Partial<typeof issuers.$inferInsert> & { clientSecret?: string } = {},
) {
  const { clientSecret = "secret", ...columns } = given;
  const at = new Date(Date.now() - 86_400_000);
  const row = {
    issuerId: v7(),
    organizationId: null,
    name: unique("Issuer"),
    issuer: NO_ISSUER,
    clientId: unique("client"),
    sealedClientSecret: secrets.seal(clientSecret),
    accessRecordId: unique("access"),
    addedAt: at,
    effectiveFrom: at,
    ...columns,
  };
  await db.insert(issuers).values(row);
  return row;
}

/** The sign-in of a person at an issuer. */
export async function linkIdentity(
  { db }: Pick<Deps, "db">,
  issuerId: string,
  { authUserId, email }: { authUserId: string; email: string },
  subject = unique("subject"),
) {
  const at = new Date();
  const row = {
    linkedIdentityId: v7(),
    issuerId,
    userId: authUserId,
    subject,
    email,
    linkedAt: at,
    lastUsedAt: at,
  };
  await db.insert(linkedIdentities).values(row);
  return row;
}
