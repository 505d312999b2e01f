import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyRequest,
  PasskeySetup,
} from "#domain/account/passkey.ts";
import { explainFailure } from "#web/lib/call.ts";

/** Why a browser made or used no passkey. */
class PasskeyError extends Error {}

const REASONS: Record<string, string> = {
  // The browser tells a page nothing more of this.
  NotAllowedError: "No passkey was used. Please try again.",
  InvalidStateError: "This device has a passkey of yours already.",
};
const ELSEWHERE = "This browser can use no passkey here. Please open the portal at its usual address.";

/** Has the browser make a passkey on a device of the person's choice. */
export async function makePasskey(setup: PasskeySetup): Promise<PasskeyAttestation> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(setup);
  return readAnswer<PasskeyAttestation>(navigator.credentials.create({ publicKey }));
}

/** Has the browser sign with a passkey of the person's choice. */
export async function signWithPasskey(request: PasskeyRequest): Promise<PasskeyAssertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(request);
  return readAnswer<PasskeyAssertion>(navigator.credentials.get({ publicKey }));
}

/** Lets the device forget a passkey that the portal does not know. Few browsers can. */
export function forgetPasskey(rpId: string, credentialId: string): void {
  const keys: Partial<Pick<typeof PublicKeyCredential, "signalUnknownCredential">> = PublicKeyCredential;
  keys.signalUnknownCredential?.({ rpId, credentialId }).catch(() => undefined);
}

export function explainPasskey(error: unknown): string {
  return error instanceof PasskeyError ? error.message : explainFailure(error);
}

async function readAnswer<Answer>(asked: Promise<Credential | null>): Promise<Answer> {
  const credential = await asked.catch((error: unknown) => {
    const name = error instanceof DOMException ? error.name : "";
    throw new PasskeyError(REASONS[name] ?? ELSEWHERE);
  });
  // The server reads what it needs.
  return (credential as PublicKeyCredential).toJSON() as unknown as Answer;
}
