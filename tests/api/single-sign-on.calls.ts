import type * as calls from "#contract/single-sign-on.ts";
import { makeOrganization, makePerson, type TestPerson } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import { linkIdentity, makeIssuer, NO_ISSUER } from "#tests/support/make-issuer.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";
import { PROVED } from "#tests/support/proved.ts";

const NO_ID = "no-such-record";

export async function makeOwn({ deps }: TestApp, owner?: TestPerson) {
  const person = owner ?? (await makePerson(deps.db));
  const organizationId = person.organizationId || (await makeOrganization(deps.db)).organizationId;
  const { issuerId } = await makeIssuer(deps, { organizationId });
  const { linkedIdentityId } = await linkIdentity(deps, issuerId, person);
  return { issuerId, linkedIdentityId };
}

export const pointed: PointedAt<typeof calls, "issuerId" | "linkedIdentityId"> = {
  listSignInIssuers: () => ({}),
  getSignInIssuer: ({ issuerId }) => ({ params: { id: issuerId || NO_ID } }),
  listOwnIssuers: () => ({}),
  addOwnIssuer: ({ organizationId }) => ({
    body: { name: "Keycloak", issuer: NO_ISSUER, clientId: organizationId, clientSecret: "secret" },
    ...PROVED,
  }),
  changeOwnIssuer: ({ issuerId }) => ({
    params: { id: issuerId || NO_ID },
    body: { name: issuerId || NO_ID, recordVersion: 1 },
    ...PROVED,
  }),
  removeOwnIssuer: ({ issuerId }) => ({ params: { id: issuerId || NO_ID }, ...PROVED }),
  listLinkedIdentities: () => ({}),
  unlinkIdentity: ({ linkedIdentityId }) => ({ params: { id: linkedIdentityId || NO_ID }, ...PROVED }),
};
