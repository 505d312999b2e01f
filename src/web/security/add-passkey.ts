import { addPasskey, preparePasskey } from "#contract/security.ts";
import type { Passkey } from "#domain/account/passkey.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";
import { forgetPasskey, makePasskey } from "./passkey-device.ts";

/** Makes a passkey and adds it to the account. The portal asks again who the person is before it keeps it. */
export async function addOwnPasskey(): Promise<Passkey> {
  const setup = await call(preparePasskey);
  const passkey = await makePasskey(setup);
  try {
    return await call(addPasskey, { body: { passkey } });
  } catch (error) {
    // Without an answer, nobody knows whether the portal keeps it.
    if (error instanceof ApiError && error.status < 500) forgetPasskey(setup.rp.id, passkey.id);
    throw error;
  }
}
