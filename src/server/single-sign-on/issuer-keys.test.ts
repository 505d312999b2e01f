import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import { expect, test } from "vitest";
import { IssuerError } from "./issuer-error.ts";
import { createIssuerKeys } from "./issuer-keys.ts";

async function makeKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const token = await new SignJWT({}).setProtectedHeader({ alg: "ES256", kid }).sign(privateKey);
  return { token, published: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: "ES256" }] } };
}

test("CONNECT-1 while an issuer's keys are read again, and if that fails, the known ones verify tokens", async () => {
  const [known, later] = [await makeKey("known"), await makeKey("later")];
  let now = 100_000;
  let answer: () => Promise<unknown> = async () => known.published;
  const keys = createIssuerKeys(() => new Date(now))("issuer", () => answer());
  const verify = ({ token }: { token: string }) => jwtVerify(token, keys);
  await verify(known);

  now += 60_000;
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()];
  answer = () => {
    asked.resolve();
    return answered.promise;
  };
  const waiting = Promise.allSettled([verify(later), verify(later)]);
  await asked.promise;
  await verify(known);
  answered.reject(new IssuerError("unreachable", "The issuer is down.", "test"));
  expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await verify(known);

  now += 60_000;
  answer = async () => later.published;
  await Promise.all([verify(later), verify(later)]);
});
