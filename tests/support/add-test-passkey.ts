import { makeChallenge } from "#server/identity/passkey-challenge.ts";
import { userHandleOf, verifyAttestation } from "#server/identity/verify-passkey.ts";
import { passkeys } from "#server/schema/identity.ts";
import { unique } from "./factories.ts";
import type { TestApp } from "./make-app.ts";
import { PasskeyDevice } from "./passkey-device.ts";

/** Adds a passkey of a new device for this person, without asking who they are. */
export async function addTestPasskey(
  { db, deps }: Pick<TestApp, "db" | "deps">,
  { authUserId }: { authUserId: string },
): Promise<{ passkeyId: string; device: PasskeyDevice }> {
  const device = new PasskeyDevice();
  const challenge = makeChallenge(deps, { of: "add", authUserId });
  const setup = { challenge, rp: { id: "localhost" }, user: { id: userHandleOf(authUserId) } };
  const { consume: _, ...key } = await verifyAttestation(deps, authUserId, device.create(setup));
  const passkeyId = unique("passkey");
  await db.insert(passkeys).values({
    passkeyId,
    userId: authUserId,
    ...key,
    transports: [],
    name: "A phone",
    createdAt: deps.clock(),
  });
  return { passkeyId, device };
}
