import { eq } from "drizzle-orm";
import { decodeJwt, decodeProtectedHeader, importJWK, type JWTPayload, SignJWT } from "jose";
import { expect, test } from "vitest";
import { getProfile } from "#contract/account.ts";
import { openClientView } from "#contract/admin/organizations.ts";
import { listDocuments } from "#contract/documents.ts";
import { LIVE_PATH } from "#contract/live.ts";
import { makeChallenge } from "#server/identity/passkey-challenge.ts";
import { createTokenVerifier } from "#server/identity/verify-token.ts";
import { authKeys, authSessions } from "#server/schema/identity.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { makeAdmin, makePerson } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { claimsOf, encodePart, readSigningKey, signToken } from "#tests/support/sign-token.ts";

const app = await startTestApp();
const person = await makePerson(app.db);
const claims = await claimsOf(app, person);

async function statusWith(authorization: string): Promise<number> {
  return (await app.rawRequest("GET /api/user-profile/user", { headers: { authorization } })).status;
}

/** Signs valid claims under another header than the portal's. */
async function signAs(
  header: { alg: string; kid?: string },
  key: Parameters<SignJWT["sign"]>[0],
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader(header).sign(key);
}

test("API-3 the good token, from which all the bad ones differ in one thing, is taken", async () => {
  expect(await statusWith(`Bearer ${await signToken(app, claims)}`)).toBe(200);
  expect(await statusWith(`bearer ${await app.signInAs(person)}`)).toBe(200);
});

const NOW = () => Math.floor(Date.now() / 1000);

const BAD_TOKENS: Record<string, () => Promise<string>> = {
  "that has expired": () => signToken(app, { ...claims, exp: NOW() - 1 }),
  "without an expiry": () => signToken(app, without("exp")),
  "that is not valid yet": () => signToken(app, { ...claims, nbf: NOW() + 60 }),
  "for another audience": () => signToken(app, { ...claims, aud: "https://elsewhere.example" }),
  "without an audience": () => signToken(app, without("aud")),
  "of another issuer": () => signToken(app, { ...claims, iss: "https://elsewhere.example" }),
  "without a subject": () => signToken(app, without("sub")),
  "for another person's session": async () => {
    const other = await claimsOf(app, await makePerson(app.db));
    return signToken(app, { ...claims, sub: other.sub });
  },
  "without a session": () => signToken(app, without("sid")),
  "whose session is unknown": () => signToken(app, { ...claims, sid: "no-such-session" }),
  "with alg none": async () => `${encodePart({ alg: "none" })}.${encodePart(claims)}.`,
  "with alg none and the key's name": async () => {
    const { kid } = await readSigningKey(app);
    return `${encodePart({ alg: "none", kid })}.${encodePart(claims)}.`;
  },
  "signed with the public key as a password": async () => {
    const { kid, publicKey } = await readSigningKey(app);
    return signAs({ alg: "HS256", kid }, new TextEncoder().encode(JSON.stringify(publicKey)));
  },
  "that names no key": async () => {
    const { privateKey } = await readSigningKey(app);
    return signAs({ alg: "EdDSA" }, await importJWK(privateKey, "EdDSA"));
  },
  "that names an unknown key": async () => {
    const { privateKey } = await readSigningKey(app);
    return signAs({ alg: "EdDSA", kid: "'; drop table jwks; --" }, await importJWK(privateKey, "EdDSA"));
  },
  "that names a key with a name no database takes": async () => {
    const { privateKey } = await readSigningKey(app);
    return signAs({ alg: "EdDSA", kid: "\u0000" }, await importJWK(privateKey, "EdDSA"));
  },
  "whose key's name is no text": async () => {
    const signature = (await app.signInAs(person)).split(".")[2];
    return `${encodePart({ alg: "EdDSA", kid: { a: 1 } })}.${encodePart(claims)}.${signature}`;
  },
  "with other claims under the same signature": async () => {
    const [header, , signature] = (await app.signInAs(person)).split(".");
    return `${header}.${encodePart({ ...claims, exp: NOW() + 999_999 })}.${signature}`;
  },
  "without its signature": async () => (await app.signInAs(person)).split(".").slice(0, 2).join("."),
  "that is a session's": async () => {
    const [session] = await app.db
      .select()
      .from(authSessions)
      .where(eq(authSessions.userId, person.authUserId));
    return session?.token ?? "";
  },
  "that is a session's, as its person has it": async () => {
    const { email, password } = person;
    const answer = await app.rawRequest("POST /api/auth/sign-in/email", { body: { email, password } });
    return ((await answer.json()) as { token: string }).token;
  },
  "that shows an admin what a client sees": async () => {
    const [as, { organizationId: id }] = [await makeAdmin(app.db, "owner"), person];
    return (await app.request(openClientView, { as, params: { id } })).pass;
  },
  "that is a passkey's challenge": async () =>
    makeChallenge(app.deps, { of: "step-up", authUserId: person.authUserId }),
  "that is no token": async () => "not-a-token",
  "that is very long": async () => `${await app.signInAs(person)}${"x".repeat(8000)}`,
};

function without(claim: string): JWTPayload {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => name !== claim));
}

test.each(Object.entries(BAD_TOKENS))("API-3 a token %s is refused", async (_name, make) => {
  expect(await statusWith(`Bearer ${await make()}`)).toBe(401);
});

test.each(["", "Bearer", "Bearer ", "Basic YWRhOnBhc3N3b3Jk", "Token x"])(
  "API-3 the header '%s' does not sign in",
  async (authorization) => {
    expect(await statusWith(authorization)).toBe(401);
  },
);

test("API-3 a token is valid for 15 minutes and contains only its person", () => {
  expect(Object.keys(claims).sort()).toEqual(["aud", "email", "exp", "iat", "iss", "sid", "sub"]);
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(15 * 60);
  expect(claims).toMatchObject({ sub: person.authUserId, email: person.email });
});

test("API-3 a key that has run out signs no more; its tokens are believed until they expire", async () => {
  const before = await readSigningKey(app);
  const token = await app.signInAs(person);
  await app.db.update(authKeys).set({ expiresAt: new Date() }).where(eq(authKeys.id, before.kid));
  const replacement = await app.signInAs(await makePerson(app.db));
  expect(JSON.parse(Buffer.from(replacement.split(".")[0] ?? "", "base64url").toString()).kid).not.toBe(
    before.kid,
  );
  expect(await statusWith(`Bearer ${replacement}`)).toBe(200);
  expect(await statusWith(`Bearer ${token}`)).toBe(200);
  const told = await (await app.rawRequest("GET /api/auth/jwks")).json();
  expect(told.keys).toHaveLength(2);
  expect(JSON.stringify(told)).not.toContain('"d"');
});

test("API-5 a person removed from the organization is refused at the next call, with the same token", async () => {
  const member = await makePerson(app.db);
  expect(await app.request(listDocuments, { as: member })).toEqual([]);
  await app.db
    .delete(organizationPermissions)
    .where(eq(organizationPermissions.userId, member.userProfileId));
  expect(await app.refusal(listDocuments, { as: member })).toMatchObject({
    status: 403,
    details: { reason: "no-organization" },
  });
});

test("API-5 an expired session invalidates its tokens", async () => {
  const other = await makePerson(app.db);
  const token = await app.signInAs(other);
  await app.db
    .update(authSessions)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(authSessions.userId, other.authUserId));
  expect(await app.refusal(getProfile, { as: other })).toMatchObject({ status: 401 });
  expect((await app.rawRequest(`GET ${LIVE_PATH}`, { token })).status).toBe(401);
});

test("API-3 a stolen token is refused once it has expired, or minutes after its key was removed", async () => {
  const token = await app.signInAs(await makePerson(app.db));
  const verifyAt = async (times: readonly number[], between = async () => {}) => {
    let now = 0;
    const verify = createTokenVerifier(app.deps.database, claims.iss ?? "", () => new Date(now));
    const found: boolean[] = [];
    for (now of times) {
      found.push((await verify(token)) !== null);
      await between();
    }
    return found;
  };
  const { iat = 0, exp = 0 } = decodeJwt(token);
  const issued = iat * 1000;
  expect(await verifyAt([issued, exp * 1000 - 1, exp * 1000])).toEqual([true, true, false]);
  const isKey = eq(authKeys.id, decodeProtectedHeader(token).kid ?? "");
  const revoke = async () => void (await app.db.delete(authKeys).where(isKey));
  expect(await verifyAt([issued, issued + 299_000, issued + 301_000], revoke)).toEqual([true, true, false]);
});
