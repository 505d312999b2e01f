import { hashPassword as hashFormerly } from "better-auth/crypto";
import { expect, test } from "vitest";
import { hashPassword, isFormerHash, verifyPassword } from "./hash-password.ts";

const PASSWORD = "three brown öwls";

test("TRUST-5 a password is hashed with its own salt and with the work that OWASP asks, and opens in either spelling", async () => {
  const [hash, other] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
  expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(hash).not.toBe(other);
  expect(isFormerHash(hash)).toBe(false);
  expect(await verifyPassword({ hash, password: PASSWORD.normalize("NFD") })).toBe(true);
  expect(await verifyPassword({ hash, password: "three brown owls" })).toBe(false);
});

test("TRUST-5 the vector of RFC 7914 opens", async () => {
  const salt = Buffer.from("NaCl").toString("base64").replaceAll("=", "");
  const key = Buffer.from(
    "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640",
    "hex",
  );
  const hash = `$scrypt$ln=10,r=8,p=16$${salt}$${key.toString("base64").replaceAll("=", "")}`;
  expect(await verifyPassword({ hash, password: "password" })).toBe(true);
});

test("TRUST-5 a password that was hashed before goes on opening, and is known as one to hash again", async () => {
  const hash = await hashFormerly(PASSWORD);
  expect(isFormerHash(hash)).toBe(true);
  expect(await verifyPassword({ hash, password: PASSWORD })).toBe(true);
  expect(await verifyPassword({ hash, password: "another" })).toBe(false);
  await expect(verifyPassword({ hash: "nothing", password: PASSWORD })).rejects.toThrow("damaged");
});
