import type { PasskeyRequest } from "#domain/account/passkey.ts";
import { askAuth, enterWith } from "#web/lib/session.ts";
import { explainPasskey, signWithPasskey } from "./passkey-device.ts";

/** Signs in whoever's passkey the browser uses. Resolves with why it did not, or with null. */
export async function signInWithPasskey(): Promise<string | null> {
  try {
    const signed = await signWithPasskey(await askAuth<PasskeyRequest>("passkey/ask"));
    await enterWith("sign-in/passkey", signed);
    return null;
  } catch (error) {
    return explainPasskey(error);
  }
}
