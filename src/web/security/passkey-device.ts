import { addPasskey, preparePasskey } from "#contract/security.ts";
import type {
  Passkey,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyRequest,
  PasskeySetup,
} from "#domain/account/passkey.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { enterWith, requestAuth } from "#web/lib/session.ts";

/** Why a browser made or used no passkey. */
class PasskeyError extends Error {}

const REASONS: Record<string, string> = {
  // The browser reveals nothing more about it.
  NotAllowedError: "No passkey was used. Please try again.",
  InvalidStateError: "This device already has one of your passkeys.",
};
const ELSEWHERE = "This browser can't use passkeys here. Please open the portal at its usual address.";

/** Has the browser make a passkey on a device of the person's choice. */
async function makePasskey(setup: PasskeySetup): Promise<PasskeyAttestation> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(setup);
  return readAnswer<PasskeyAttestation>(navigator.credentials.create({ publicKey }));
}

/** Has the browser sign with a passkey of the person's choice. */
export async function signWithPasskey(request: PasskeyRequest): Promise<PasskeyAssertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(request);
  return readAnswer<PasskeyAssertion>(navigator.credentials.get({ publicKey }));
}

/** Lets the device forget a passkey that the portal does not know. Few browsers can. */
function forgetPasskey(rpId: string, credentialId: string): void {
  const keys: Partial<Pick<typeof PublicKeyCredential, "signalUnknownCredential">> = PublicKeyCredential;
  keys.signalUnknownCredential?.({ rpId, credentialId }).catch(() => undefined);
}

export function explainPasskey(error: unknown): string {
  return error instanceof PasskeyError ? error.message : explainFailure(error);
}

async function readAnswer<Answer>(answer: Promise<Credential | null>): Promise<Answer> {
  const credential = await answer.catch((error: unknown) => {
    const name = error instanceof DOMException ? error.name : "";
    throw new PasskeyError(REASONS[name] ?? ELSEWHERE);
  });
  // The server reads what it needs.
  return (credential as PublicKeyCredential).toJSON() as unknown as Answer;
}

/** Creates a passkey and adds it to the account. The portal requires a step-up before it stores the passkey. */
export async function addOwnPasskey(): Promise<Passkey> {
  const setup = await call(preparePasskey);
  const passkey = await makePasskey(setup);
  try {
    return await call(addPasskey, { body: { passkey } });
  } catch (error) {
    // Without an answer, it is unknown whether the portal stored the passkey.
    if (error instanceof ApiError && error.status < 500) forgetPasskey(setup.rp.id, passkey.id);
    throw error;
  }
}

/** Signs in the owner of the passkey that the browser uses. Resolves with the reason of a failure, or with null. */
export async function signInWithPasskey(): Promise<string | null> {
  try {
    const signed = await signWithPasskey(await requestAuth<PasskeyRequest>("passkey/ask"));
    await enterWith("sign-in/passkey", signed);
    return null;
  } catch (error) {
    return explainPasskey(error);
  }
}
