import { symmetricDecrypt } from "better-auth/crypto";
import { decodeJwt, importJWK, type JWTPayload, SignJWT } from "jose";
import { readSecret } from "#server/data-dir/secret.ts";
import { authKeys } from "#server/schema/identity.ts";
import type { Speaker } from "./api-client.ts";
import type { TestApp } from "./make-app.ts";

/** Signs claims with the portal's key, for tokens that are wrong in one claim only. */
export async function signToken(app: TestApp, claims: JWTPayload): Promise<string> {
  const { kid, privateKey } = await readSigningKey(app);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "EdDSA", kid })
    .sign(await importJWK(privateKey, "EdDSA"));
}

/** The claims of a valid token of this person, for a test to change one. */
export async function claimsOf(app: TestApp, person: Speaker): Promise<JWTPayload> {
  return decodeJwt(await app.signInAs(person));
}

/** Encodes a value as a part of a token. */
export function encodePart(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

export async function readSigningKey(app: TestApp) {
  const [key] = await app.db.select().from(authKeys);
  if (!key) throw new Error("No token has been asked for yet, so there is no key.");
  const secret = readSecret(app.deps.env.dataDir);
  const privateKey = await symmetricDecrypt({ key: secret, data: JSON.parse(key.privateKey) });
  return { kid: key.id, privateKey: JSON.parse(privateKey), publicKey: JSON.parse(key.publicKey) };
}
