import type * as calls from "#contract/second-factor.ts";
import { sealSetup } from "#server/identity/second-factor.ts";
import { makeTotpSecret } from "#server/identity/totp.ts";
import { makePerson, PASSWORD, type TestPerson } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";
import { stepAt, totpOf } from "#tests/support/totp.ts";

/** A setup as the portal makes it, with the secret that its person's app would have. */
export async function makeOwn({ deps, db }: TestApp, owner?: TestPerson) {
  const { authUserId } = owner ?? (await makePerson(db));
  const factorSecret = makeTotpSecret();
  return {
    factorSecret,
    factorSetup: sealSetup(deps, { authUserId, secret: factorSecret, backupCodes: [] }),
  };
}

export const pointed: PointedAt<typeof calls, "factorSecret" | "factorSetup"> = {
  getSecondFactor: () => ({}),
  prepareSecondFactor: () => ({}),
  addSecondFactor: ({ factorSecret, factorSetup }) => ({
    body: { password: PASSWORD, setup: factorSetup, code: totpOf(factorSecret, stepAt(new Date())) },
  }),
  removeSecondFactor: ({ userProfileId }) => ({
    body: { password: PASSWORD, code: userProfileId.slice(-40) },
  }),
};
