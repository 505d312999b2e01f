import { symmetricDecrypt } from "better-auth/crypto";
import { decodeJwt, importJWK, type JWTPayload, SignJWT } from "jose";
import { readSecret } from "#server/identity/secret.ts";
import { authKeys } from "#server/identity/tables.ts";
import type { Speaker } from "./api-client.ts";
import type { TestApp } from "./make-app.ts";

/** Signs claims as the portal would, with its own key: for tokens that are wrong in one thing alone. */
export async function signToken(app: TestApp, claims: JWTPayload): Promise<string> {
  const { kid, privateKey } = await readSigningKey(app);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "EdDSA", kid })
    .sign(await importJWK(privateKey, "EdDSA"));
}

/** The claims of a good token of this person, to be changed in one of them. */
export async function claimsOf(app: TestApp, person: Speaker): Promise<JWTPayload> {
  return decodeJwt(await app.signInAs(person));
}

/** Anything as a part of a token. */
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
