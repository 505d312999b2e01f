import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomUUID,
  X509Certificate,
} from "node:crypto";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { deriveKey } from "../data-dir/secret.ts";
import { readLine, writeFlushed } from "../data-dir/write-once.ts";
import type { SealSigner } from "./seal-pdf.ts";

const ORDER_OF_P256 = BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
const KEY_BYTES = 32;
const DAY_MS = 86_400_000;
const VALID_DAYS = 30 * 365;
/** X.520 allows no more characters in a name. */
const MAX_NAME_LENGTH = 64;

/**
 * The portal's own key, derived from the secret: a restored secret has the key. Its certificate is in the data
 * directory, and a new one replaces it if the company has another name now.
 */
export async function ownSigner(
  dataDir: string,
  secret: string,
  companyName: string,
  now: Date,
): Promise<SealSigner> {
  const privateKey = ownKey(secret);
  const path = join(dataDir, "seal-certificate.pem");
  const commonName = [...companyName].slice(0, MAX_NAME_LENGTH).join("");
  const found = readLine(path);
  const certificate = found === null ? null : certificateIn(found, privateKey, commonName);
  if (certificate && isValidAt(certificate, now)) return { privateKey, certificates: [certificate] };
  // A start need not load what makes certificates.
  const { SIGNS_DOCUMENTS, selfSigned } = await import("./self-signed.ts");
  const pem = await selfSigned({
    commonName,
    keys: { privateKey, publicKey: createPublicKey(privateKey) },
    from: new Date(now.getTime() - DAY_MS),
    until: new Date(now.getTime() + VALID_DAYS * DAY_MS),
    extension: SIGNS_DOCUMENTS,
  });
  replace(path, pem);
  return { privateKey, certificates: [new X509Certificate(pem)] };
}

let known: { secret: string; key: KeyObject } | null = null;

/** A portal has one secret, and its key is the same for each seal. */
export function ownKey(secret: string): KeyObject {
  if (known?.secret !== secret) known = { secret, key: deriveOwnKey(secret) };
  return known.key;
}

/** FIPS 186-5, A.2.1: a number that is 256 bits longer than the order, so that each key is equally likely. */
function deriveOwnKey(secret: string): KeyObject {
  const seed = Buffer.concat([deriveKey(secret, "seal 1"), deriveKey(secret, "seal 2")]);
  const number = (BigInt(`0x${seed.toString("hex")}`) % (ORDER_OF_P256 - 1n)) + 1n;
  const privateBytes = Buffer.from(number.toString(16).padStart(KEY_BYTES * 2, "0"), "hex");
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(privateBytes);
  const point = ecdh.getPublicKey();
  const jwk = {
    kty: "EC",
    crv: "P-256",
    d: privateBytes.toString("base64url"),
    x: point.subarray(1, 1 + KEY_BYTES).toString("base64url"),
    y: point.subarray(1 + KEY_BYTES).toString("base64url"),
  };
  return createPrivateKey({ key: jwk, format: "jwk" });
}

/** The certificate if it is of this key and company, else null. */
function certificateIn(pem: string, privateKey: KeyObject, commonName: string): X509Certificate | null {
  try {
    const parsed = new X509Certificate(pem);
    const isOurs = parsed.toLegacyObject().subject.CN === commonName && parsed.checkPrivateKey(privateKey);
    return isOurs ? parsed : null;
  } catch {
    return null;
  }
}

function isValidAt({ validFromDate, validToDate }: X509Certificate, instant: Date): boolean {
  return validFromDate <= instant && instant < validToDate;
}

/** A crash leaves the file before or the whole new one. */
function replace(path: string, text: string): void {
  const part = `${path}.${randomUUID()}.part`;
  try {
    writeFlushed(part, text, "wx");
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}
