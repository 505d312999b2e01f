import { expect, test } from "vitest";
import { STEP_UP } from "#contract/call.ts";
import {
  addSecondFactor,
  listSessions,
  prepareSecondFactor,
  removePasskey,
  removeSecondFactor,
  requestPasskeyChallenge,
} from "#contract/security.ts";
import type { PasskeyRequest } from "#domain/account/passkey.ts";
import { addTestPasskey } from "#tests/support/add-test-passkey.ts";
import { makePerson, PASSWORD } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import type { PasskeyDevice } from "#tests/support/passkey-device.ts";
import { stepAt, totpOf } from "#tests/support/totp.ts";

// Removing a lost phone or key ends the sessions that were opened with it.

const app = await startTestApp();

/** Signs in by a call of the library. Returns the identity token of the new session. */
async function signIn(path: string, body: unknown): Promise<string> {
  const answer = await app.rawRequest(`POST /api/auth/sign-in/${path}`, { body });
  const { token: session } = (await answer.json()) as { token: string };
  const told = await app.rawRequest("GET /api/auth/token", { token: session });
  return ((await told.json()) as { token: string }).token;
}

async function byPasskey(device: PasskeyDevice): Promise<string> {
  const asked = (await (await app.rawRequest("GET /api/auth/passkey/ask")).json()) as PasskeyRequest;
  return signIn("passkey", device.use(asked));
}

async function expectOut(token: string) {
  expect(await app.refusal(listSessions, { token })).toMatchObject({ status: 401 });
}

test("TRUST-5 a removed passkey ends the sessions made with it, not those made otherwise", async () => {
  const person = await makePerson(app.db);
  const [lost, other] = [await addTestPasskey(app, person), await addTestPasskey(app, person)];
  const [here, elsewhere] = [await byPasskey(lost.device), await byPasskey(lost.device)];
  const kept = await byPasskey(other.device);
  const remove = async (id: string) => {
    const proof = JSON.stringify(
      other.device.use(await app.request(requestPasskeyChallenge, { token: here })),
    );
    const headers = { [STEP_UP]: encodeURIComponent(proof) };
    await app.request(removePasskey, { token: here, params: { id }, headers });
  };
  await remove(lost.passkeyId);
  await expectOut(elsewhere);
  await app.request(listSessions, { token: kept });
  // Removing a passkey requires re-authentication, also in a session that it opened.
  await app.request(listSessions, { token: here });
  await remove(other.passkeyId);
  await expectOut(kept);
});

/** A person with an authenticator app, an earlier session and a function that opens others. */
async function makeGuarded() {
  const { email } = await makePerson(app.db);
  const before = await signIn("email", { email, password: PASSWORD });
  const { setup, secret, backupCodes } = await app.request(prepareSecondFactor, { token: before });
  const code = totpOf(secret, stepAt(app.deps.clock()));
  await app.request(addSecondFactor, { token: before, body: { password: PASSWORD, setup, code } });
  const withCode = (n: number) => signIn("email", { email, password: PASSWORD, code: backupCodes[n] });
  return { before, withCode, backupCodes };
}

test("TRUST-5 an app that is switched off ends the sessions made with its codes elsewhere, and no others", async () => {
  const [{ before, withCode, backupCodes }, bystander] = [await makeGuarded(), await makeGuarded()];
  const [here, elsewhere, theirs] = [await withCode(0), await withCode(1), await bystander.withCode(0)];
  const body = { password: PASSWORD, code: backupCodes[2] ?? "" };
  await app.request(removeSecondFactor, { token: here, body });
  await expectOut(elsewhere);
  for (const token of [before, here, theirs]) await app.request(listSessions, { token });
});
