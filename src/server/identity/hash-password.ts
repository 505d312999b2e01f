import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

type Options = { N: number; r: number; p: number };
const derive = promisify<string, Buffer, number, Options & { maxmem: number }, Buffer>(scrypt);

/** scrypt's work: 2^ln times r times 128 bytes of memory, p times. */
export type Work = { ln: number; r: number; p: number };

/** As much as OWASP recommends, with the least memory of its choices: 16 MiB for each sign-in at once. */
const WORK: Work = { ln: 14, r: 8, p: 5 };
/** The sign-in library's, of passwords that were set before 2026-11-24: 32 MiB, and less than half of the work. */
const FORMER: Work = { ln: 14, r: 16, p: 1 };
/** The work that a former hash lacks: checks take the same time, so none reveals such an account. */
const REST: Work = { ...WORK, p: 3 };

const SALT_BYTES = 16;
const KEY_BYTES = 32;
const STORED = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** The stored form of a password, which names its own work. Takes a tenth of a second by design. */
export async function hashPassword(password: string, work = WORK): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await keyOf(password, salt, KEY_BYTES, work);
  return `$scrypt$ln=${work.ln},r=${work.r},p=${work.p}$${plain(salt)}$${plain(key)}`;
}

type Candidate = { hash: string; password: string };

/** Whether this is the password of a stored hash. Does as much work as hashing it, whatever it was hashed with. */
export async function verifyPassword({ hash, password }: Candidate): Promise<boolean> {
  const found = STORED.exec(hash);
  if (!found) return verifyFormer(hash, password);
  const [ln, r, p] = found.slice(1, 4).map(Number) as [number, number, number];
  const [salt, key] = found.slice(4).map((part) => Buffer.from(part, "base64")) as [Buffer, Buffer];
  return timingSafeEqual(await keyOf(password, salt, key.length, { ln, r, p }), key);
}

/** Whether a right password should be hashed again. */
export function isFormerHash(hash: string): boolean {
  return !STORED.test(hash);
}

async function verifyFormer(hash: string, password: string): Promise<boolean> {
  const [salt = "", key = ""] = hash.split(":");
  const stored = Buffer.from(key, "hex");
  if (stored.length === 0) throw new Error("A stored password is damaged.");
  const found = await keyOf(password, Buffer.from(salt), stored.length, FORMER);
  await keyOf(password, Buffer.from(salt), stored.length, REST);
  return timingSafeEqual(found, stored);
}

/** Two keyboards write the same letter in two ways, which normalisation makes equal. */
function keyOf(password: string, salt: Buffer, length: number, { ln, r, p }: Work): Promise<Buffer> {
  const N = 2 ** ln;
  return derive(password.normalize("NFKC"), salt, length, { N, r, p, maxmem: 256 * N * r });
}

function plain(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
