import type * as calls from "#contract/admin/single-sign-on.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import { makeIssuer, NO_ISSUER } from "#tests/support/make-issuer.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn({ deps }: TestApp) {
  return { companyIssuerId: (await makeIssuer(deps)).issuerId };
}

const detailsOf = (clientId: string) => ({
  name: "Keycloak",
  issuer: NO_ISSUER,
  clientId,
  clientSecret: "secret",
});

export const pointed: PointedAt<typeof calls, "companyIssuerId"> = {
  listCompanyIssuers: () => ({}),
  listIssuersOf: ({ organizationId }) => ({ params: { id: organizationId } }),
  addCompanyIssuer: ({ organizationId }) => ({ body: detailsOf(organizationId) }),
  addIssuerFor: ({ organizationId }) => ({ params: { id: organizationId }, body: detailsOf(organizationId) }),
  changeIssuer: ({ companyIssuerId }) => ({
    params: { id: companyIssuerId },
    body: { name: companyIssuerId, recordVersion: 1 },
  }),
  readIssuerRequirement: ({ companyIssuerId }) => ({ params: { id: companyIssuerId } }),
  changeIssuerRequirement: ({ companyIssuerId }) => ({
    params: { id: companyIssuerId },
    body: { isRequired: false, recordVersion: 1 },
  }),
  removeIssuer: ({ companyIssuerId }) => ({ params: { id: companyIssuerId } }),
};
