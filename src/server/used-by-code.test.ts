import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "./project-folder.ts";

// What the portal's own code uses for secrets, signatures and lines of the log, read from the code.

const root = projectFolder("src");
const FILES = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((one) => one.isFile() && /(?<!\.test)\.tsx?$/.test(one.name))
  .map(({ parentPath, name }) => join(parentPath, name))
  .map((path) => ({ path: relative(root, path), code: readFileSync(path, "utf8") }));
const security = readFileSync(join(projectFolder("docs"), "security-rules.md"), "utf8");

/** What the first group of the pattern finds in the code, by file if it matters where. */
function find(pattern: RegExp, isByFile = false): string[] {
  const found = FILES.flatMap(({ path, code }) =>
    [...code.matchAll(pattern)].map(([, what = ""]) => (isByFile ? `${path}: ${what}` : what)),
  );
  return [...new Set(found)].sort();
}

test("TRUST-5 hashes and HMACs of ours are SHA-256, ciphers AES-256-GCM", () => {
  expect(find(/createHash\(([^)]*)\)/g)).toEqual(['"sha256"']);
  expect(find(/(?<![.\w])hash\(\s*([^,():]*),/g)).toEqual(['"sha256"']);
  expect(find(/subtle\s*\.digest\(([^,]*),/g)).toEqual(['"SHA-256"']);
  expect(find(/hkdfSync\(([^,]*),/g)).toEqual(['"sha256"']);
  expect(find(/createHmac\(([^,]*),/g)).toEqual(['"sha256"']);
  expect(find(/create(?:C|Dec)ipher(?:iv)?\(([^,]*),/g, true)).toEqual([
    "server/identity/create-secrets.ts: CIPHER",
  ]);
  expect(find(/CIPHER = (.*);/g)).toEqual(['"aes-256-gcm"']);
});

test("TRUST-5 only known libraries make keys, signatures and secrets, and the documents name them", () => {
  const known = [
    "@libpdf/core",
    "@simplewebauthn/server",
    "better-auth/crypto",
    "jose",
    "node:crypto",
    "node:tls",
    "otpauth",
    "pkijs",
  ];
  const cryptography =
    /^(?!#|\.).*(crypt|jose|pki|libpdf|webauthn|tls|hash|noble|forge|sodium|jwt|otp|openpgp|elliptic)/i;
  const used = find(/from "([^"]+)"|import\("([^"]+)"\)/g).filter((one) => cryptography.test(one));
  expect(used.filter((one) => !known.includes(one) && !one.startsWith("better-auth/plugins/"))).toEqual([]);
  for (const one of known) expect(security, one).toContain(`\`${one}\``);
  for (const one of ["SHA-256", "HMAC", "HKDF", "AES-256-GCM", "Ed25519", "P-256", "scrypt"])
    expect(security, one).toContain(one);
});

test("TRUST-5 nothing on the server comes from a generator that is not made for secrets", () => {
  expect(find(/(Math\.random)/g, true)).toEqual(["web/lib/connection.ts: Math.random"]);
});

test("TRUST-10 the server writes its log only to the output of its process", () => {
  const server = FILES.filter(({ path }) => path.startsWith("server/"));
  expect(server.filter(({ code }) => /\bconsole\./.test(code)).map(({ path }) => path)).toEqual([]);
  expect(find(/\bpino\((\w+)[^)]*\)/g, true)).toEqual(["server/log.ts: options"]);
  // One log, so that no line misses the redaction. Types may be imported anywhere.
  expect(find(/import \{[^}]*(\bpino)\b[^}]*\} from "pino"/g, true)).toEqual(["server/log.ts: pino"]);
  expect(find(/(pino\.(?:destination|transport|multistream))/g)).toEqual([]);
});
