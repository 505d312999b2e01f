import { STEP_UP } from "#contract/call.ts";
import type * as calls from "#contract/security.ts";
import { makeChallenge } from "#server/identity/passkey-challenge.ts";
import { sealSetup } from "#server/identity/second-factor.ts";
import { makeTotpSecret } from "#server/identity/totp.ts";
import { addTestPasskey } from "#tests/support/add-test-passkey.ts";
import { makePerson, PASSWORD, type TestPerson } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import { PasskeyDevice } from "#tests/support/passkey-device.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";
import { PROVED } from "#tests/support/proved.ts";
import { stepAt, totpOf } from "#tests/support/totp.ts";

/** A passkey of the person, its signature, and another one that their browser has just made. */
async function makePasskeys(app: TestApp, owner?: TestPerson) {
  const { authUserId } = owner ?? (await makePerson(app.db));
  const { passkeyId, device } = await addTestPasskey(app, { authUserId });
  const challenge = makeChallenge(app.deps, { of: "step-up", authUserId });
  const setup = { challenge: makeChallenge(app.deps, { of: "add", authUserId }) };
  return {
    passkeyId,
    passkeyProof: JSON.stringify(device.use({ challenge, rpId: "localhost" })),
    newPasskey: JSON.stringify(
      new PasskeyDevice().create({ ...setup, rp: { id: "localhost" }, user: { id: authUserId } }),
    ),
  };
}

/** Records of other people have none. */
const idOf = (passkeyId: string | undefined) => passkeyId ?? "no-such-passkey";

const prove = (proof = "") => ({ headers: { [STEP_UP]: encodeURIComponent(proof) } });

/** A setup as the portal makes it, with the secret that its person's app would have. */
async function makeFactor({ deps, db }: TestApp, owner?: TestPerson) {
  const { authUserId } = owner ?? (await makePerson(db));
  const factorSecret = makeTotpSecret();
  return {
    factorSecret,
    factorSetup: sealSetup(deps, { authUserId, secret: factorSecret, backupCodes: [] }),
  };
}

export async function makeOwn(app: TestApp, owner?: TestPerson) {
  return { ...(await makePasskeys(app, owner)), ...(await makeFactor(app, owner)) };
}

export const pointed: PointedAt<typeof calls, keyof Awaited<ReturnType<typeof makeOwn>>> = {
  listPasskeys: () => ({}),
  requestPasskeyChallenge: () => ({}),
  preparePasskey: () => ({}),
  addPasskey: ({ newPasskey, passkeyProof }) => ({
    body: { passkey: newPasskey?.startsWith("{") ? JSON.parse(newPasskey) : null },
    ...prove(passkeyProof),
  }),
  renamePasskey: ({ passkeyId }) => ({
    params: { id: idOf(passkeyId) },
    body: { name: idOf(passkeyId).slice(-60) },
  }),
  removePasskey: ({ passkeyId, passkeyProof }) => ({
    params: { id: idOf(passkeyId) },
    ...prove(passkeyProof),
  }),
  getSecondFactor: () => ({}),
  prepareSecondFactor: () => ({}),
  addSecondFactor: ({ factorSecret, factorSetup, passkeyProof }) => ({
    body: { password: PASSWORD, setup: factorSetup, code: totpOf(factorSecret, stepAt(new Date())) },
    ...prove(passkeyProof),
  }),
  removeSecondFactor: ({ userProfileId }) => ({
    body: { password: PASSWORD, code: userProfileId.slice(-40) },
  }),
  listSessions: () => ({}),
  endSessions: ({ userProfileId, passkeyProof }) => ({
    body: { only: userProfileId },
    ...(passkeyProof === undefined ? PROVED : prove(passkeyProof)),
  }),
  changePassword: ({ userProfileId }) => ({
    body: { currentPassword: PASSWORD, newPassword: `owls of ${userProfileId}` },
  }),
  getSignInRules: () => ({}),
  changeSignInRules: ({ organizationId }) => ({
    body: { organizationId, requiresFactor: false, confirmsAcceptance: false },
  }),
};
