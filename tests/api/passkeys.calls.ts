import { STEP_UP } from "#contract/call.ts";
import type * as calls from "#contract/passkeys.ts";
import { makeChallenge } from "#server/identity/passkey-challenge.ts";
import { makePerson, type TestPerson } from "#tests/support/factories.ts";
import { keepPasskey } from "#tests/support/keep-passkey.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import { PasskeyDevice } from "#tests/support/passkey-device.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

/** A passkey of the person, its signature, and another one that their browser has just made. */
export async function makeOwn(app: TestApp, owner?: TestPerson) {
  const { authUserId } = owner ?? (await makePerson(app.db));
  const { passkeyId, device } = await keepPasskey(app, { authUserId });
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

export const pointed: PointedAt<typeof calls, "passkeyId" | "passkeyProof" | "newPasskey"> = {
  listPasskeys: () => ({}),
  askForPasskey: () => ({}),
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
};
