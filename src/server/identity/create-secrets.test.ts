import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createSecrets } from "./create-secrets.ts";

const secrets = createSecrets("a secret of thirty-two characters");
const others = createSecrets("another one of as many characters");

test("a hash depends on the secret, the purpose and where each word ends", () => {
  const hash = secrets.hash("signing code", "terms", "ada@example.test", "123456");
  expect(
    createSecrets("a secret of thirty-two characters").hash(
      "signing code",
      "terms",
      "ada@example.test",
      "123456",
    ),
  ).toBe(hash);
  const different = [
    others.hash("signing code", "terms", "ada@example.test", "123456"),
    secrets.hash("sign-in code", "terms", "ada@example.test", "123456"),
    secrets.hash("signing code", "termsada@example.test", "123456"),
    secrets.hash("signing code", "terms", "ada@example.test", "123457"),
  ];
  expect(new Set([hash, ...different]).size).toBe(5);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(hash).not.toBe(createHash("sha256").update("123456").digest("hex"));
});

test("sealed words are read again with the same secret only, and not when a byte of them has changed", () => {
  const words = "Your code is 123456 – “Grüße”";
  const sealed = secrets.seal(words);
  expect(secrets.open(sealed)).toBe(words);
  expect(secrets.seal(words), "the same words look different each time").not.toBe(sealed);
  expect(Buffer.from(sealed, "base64").toString("latin1")).not.toContain("123456");
  expect(() => others.open(sealed)).toThrow();
  const bytes = Buffer.from(sealed, "base64");
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => secrets.open(changed.toString("base64")), `byte ${at}`).toThrow();
  }
  expect(() => secrets.open(""), "nothing at all").toThrow();
});
