import { and, eq, lt, or } from "drizzle-orm";
import type { PasskeyAssertion, PasskeyAttestation } from "#domain/account/passkey.ts";
import type { Id } from "#domain/id.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { passkeys } from "../schema/identity.ts";
import { consumeOnce } from "./consume-once.ts";
import { isChallenge, type Purpose, passkeySite } from "./passkey-challenge.ts";

export type PasskeyDeps = Pick<Deps, "secrets" | "clock"> & { env: Pick<Deps["env"], "publicUrl"> };
type Writer = Pick<Tx, "insert" | "delete" | "update">;

/** Any phone, laptop or security key has one of these: EdDSA, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257];

export const WRONG_PASSKEY = new AppError(
  "forbidden",
  "This passkey wasn't accepted. It may have been removed here, or the request took too long. Please try again.",
  { reason: "wrong-passkey" },
);

/** A valid signature. It counts once `consume` has used its challenge, in the transaction or before it. */
export type Proven = { authUserId: string; passkeyId: Id; consume(tx: Writer): Promise<void> };

/** The public half of a passkey that a browser made for this person. Throws WRONG_PASSKEY. */
export async function verifyAttestation(
  deps: PasskeyDeps,
  authUserId: string,
  passkey: PasskeyAttestation,
): Promise<{ credentialId: string; publicKey: string; counter: number; consume: Proven["consume"] }> {
  const clientData = readClientData(passkey.response.clientDataJSON);
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: forLibrary(passkey),
    supportedAlgorithmIDs: ALGORITHMS,
    ...expected(deps, { of: "add", authUserId }, clientData),
  }).catch(refuse);
  if (!verified) throw WRONG_PASSKEY;
  const { id: credentialId, publicKey, counter } = registrationInfo.credential;
  return {
    credentialId,
    publicKey: Buffer.from(publicKey).toString("base64url"),
    counter,
    consume: async (tx) => {
      if (!(await consumeOnce(tx, deps, "passkey challenge", clientData.challenge))) throw WRONG_PASSKEY;
    },
  };
}

/** Throws WRONG_PASSKEY unless a passkey of the portal signed for this purpose, by the hand of its person. */
export async function verifyAssertion(
  deps: PasskeyDeps,
  db: Pick<DbOrTx, "select">,
  purpose: Purpose,
  assertion: PasskeyAssertion,
): Promise<Proven> {
  const [stored] = await db.select().from(passkeys).where(eq(passkeys.credentialId, assertion.id));
  const holder = "authUserId" in purpose ? purpose.authUserId : stored?.userId;
  if (!stored || stored.userId !== holder) throw WRONG_PASSKEY;
  const { passkeyId, userId, credentialId, publicKey } = stored;
  const { userHandle } = assertion.response;
  // A device that finds its passkeys by itself reports whose it used.
  const isNamed = userHandle ? userHandle === userHandleOf(userId) : purpose.of !== "sign-in";
  if (!isNamed) throw WRONG_PASSKEY;
  const clientData = readClientData(assertion.response.clientDataJSON);
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: forLibrary(assertion),
    credential: {
      id: credentialId,
      publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
      counter: stored.counter,
    },
    ...expected(deps, purpose, clientData),
  }).catch(refuse);
  if (!verified) throw WRONG_PASSKEY;
  const { newCounter } = authenticationInfo;
  const isHigher = lt(passkeys.counter, newCounter);
  const isCounted = newCounter === 0 ? or(isHigher, eq(passkeys.counter, 0)) : isHigher;
  return {
    authUserId: userId,
    passkeyId,
    async consume(tx) {
      const isFirst = await consumeOnce(tx, deps, "passkey challenge", clientData.challenge);
      const counted = await tx
        .update(passkeys)
        .set({ counter: newCounter, lastUsedAt: deps.clock() })
        .where(and(eq(passkeys.passkeyId, passkeyId), isCounted))
        .returning({ passkeyId: passkeys.passkeyId });
      if (!isFirst || counted.length === 0) throw WRONG_PASSKEY;
    },
  };
}

/** What devices store with a passkey: its owner, without a name or an address. */
export function userHandleOf(authUserId: string): string {
  return Buffer.from(authUserId).toString("base64url");
}

type ClientData = { challenge: string; origin: string };

function expected(deps: PasskeyDeps, purpose: Purpose, { origin }: ClientData) {
  const site = passkeySite(deps.env);
  if (!site.isOrigin(origin)) throw WRONG_PASSKEY;
  return {
    expectedChallenge: (challenge: string) => isChallenge(deps, purpose, challenge),
    expectedOrigin: origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
  };
}

/** What the browser reports of the requesting page. A page framed by another site is refused. */
function readClientData(clientDataJSON: string): ClientData {
  try {
    const clientData: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
    const { challenge, origin, crossOrigin } = clientData as Record<string, unknown>;
    if (typeof challenge === "string" && typeof origin === "string" && crossOrigin !== true)
      return { challenge, origin };
  } catch {
    // No browser wrote this.
  }
  throw WRONG_PASSKEY;
}

/** Every reason of the library is the sender's: it reads nothing but what they sent. */
function refuse(): never {
  throw WRONG_PASSKEY;
}

type Defined<Part> = { [Key in keyof Part]: Exclude<Part[Key], null | undefined> };

/** The library distinguishes missing from undefined values, and requires the id twice. */
function forLibrary<Response extends object>(sent: { id: string; type: "public-key"; response: Response }) {
  const values = Object.entries(sent.response).filter(([, value]) => value !== undefined && value !== null);
  const response = Object.fromEntries(values) as Defined<Response>;
  return { ...sent, rawId: sent.id, response, clientExtensionResults: {} };
}
