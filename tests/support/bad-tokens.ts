import { eq } from "drizzle-orm";
import { exportJWK, generateKeyPair, importJWK, SignJWT } from "jose";
import { authSessions } from "#server/schema/identity.ts";
import { makePerson } from "./factories.ts";
import type { TestApp } from "./make-app.ts";
import { claimsOf, readSigningKey, signToken } from "./sign-token.ts";

/** Tokens of people who exist that every call must answer as if there were none. */
export function makeBadTokens(app: TestApp): Promise<string[]> {
  return Promise.all([makeForged(app), makeExpired(app), makeForAnotherPortal(app), makeOfEndedSession(app)]);
}

async function makeForged(app: TestApp): Promise<string> {
  const claims = await claimsOf(app, await makePerson(app.db));
  const { kid } = await readSigningKey(app);
  const { privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  const forgersKey = await importJWK(await exportJWK(privateKey), "EdDSA");
  return new SignJWT(claims).setProtectedHeader({ alg: "EdDSA", kid }).sign(forgersKey);
}

async function makeExpired(app: TestApp): Promise<string> {
  const claims = await claimsOf(app, await makePerson(app.db));
  const now = Math.floor(Date.now() / 1000);
  return signToken(app, { ...claims, iat: now - 901, exp: now - 1 });
}

async function makeForAnotherPortal(app: TestApp): Promise<string> {
  const claims = await claimsOf(app, await makePerson(app.db));
  return signToken(app, { ...claims, aud: "https://elsewhere.example" });
}

async function makeOfEndedSession(app: TestApp): Promise<string> {
  const person = await makePerson(app.db);
  const token = await app.signInAs(person);
  await app.db.delete(authSessions).where(eq(authSessions.userId, person.authUserId));
  return token;
}
