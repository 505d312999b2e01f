import { sha256Hex, toHex } from "../bundle/check-signature.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Whose seal it is: the name in its certificate, and SHA-256 (hex) of the certificate's public key (SPKI). */
export type SealSigner = { name: string; keyHash: string };

const [SEQUENCE, SET, INTEGER, OCTETS] = [0x30, 0x31, 0x02, 0x04];
const [TAGGED_0, TAGGED_1] = [0xa0, 0xa1];

/** What a seal says in fixed words, whole in DER (hex). */
const FIXED = {
  signedData: "06092a864886f70d010702",
  one: "020101",
  sha256: ["300b0609608648016503040201", "300d06096086480165030402010500"],
  sha256Set: ["310d300b0609608648016503040201", "310f300d06096086480165030402010500"],
  data: "300b06092a864886f70d010701",
};
const ATTRIBUTES = {
  contentType: "06092a864886f70d010903",
  messageDigest: "06092a864886f70d010904",
  certificate: "060b2a864886f70d010910022f",
};
const CONTENT_IS_DATA = "06092a864886f70d010701";
const COMMON_NAME = "0603550403";
const EC_KEY = "06072a8648ce3d0201";
const RSA_KEY = "06092a864886f70d010101";
const ECDSA_WITH_SHA256 = ["300a06082a8648ce3d040302"];
const RSA_WITH_SHA256 = ["300d06092a864886f70d01010b0500", "300b06092a864886f70d01010b"];
const CURVES: Record<string, { namedCurve: string; size: number }> = {
  "06082a8648ce3d030107": { namedCurve: "P-256", size: 32 },
  "06052b81040022": { namedCurve: "P-384", size: 48 },
  "06052b81040023": { namedCurve: "P-521", size: 66 },
};

/**
 * Checks a seal (CMS of PAdES) over the bytes of a file. Null if the bytes or the seal were changed. Certificates of
 * issuers and time stamps have signatures of their own and are not checked.
 */
export async function checkSeal(cms: Bytes, sealed: Bytes): Promise<SealSigner | null> {
  try {
    return await check(cms, sealed);
  } catch (error) {
    // A browser throws a DOMException for a key that is none.
    if (error instanceof DerError || error instanceof DOMException) return null;
    throw error;
  }
}

async function check(cms: Bytes, sealed: Bytes): Promise<SealSigner | null> {
  const { certificates, signer } = readSignedData(cms);
  const [version, sid, digest, attributes, algorithm, signature, unsigned, ...more] = signer;
  const [issuer, serial] = childrenOf(sid, SEQUENCE);
  if (more.length > 0 || (unsigned && unsigned.tag !== TAGGED_1) || !issuer || !serial || !attributes)
    return null;
  requireOne([FIXED.one], version);
  requireOne(FIXED.sha256, digest);
  if (signature?.tag !== OCTETS || attributes.tag !== TAGGED_0) return null;

  const certificate = certificates
    .map(readCertificate)
    .find((one) => one.id === toHex(issuer.bytes) + toHex(serial.bytes));
  if (!certificate) return null;
  const attributesRead = readAttributes(attributes);
  const isOfFile = toHex(attributesRead.digest) === (await sha256Hex(sealed));
  const isOfCertificate = toHex(attributesRead.certificateHash) === (await sha256Hex(certificate.node.bytes));
  if (!isOfFile || !isOfCertificate) return null;
  // What is signed is the SET of the attributes, whatever tag it has in the seal.
  const signedText = attributes.bytes.slice();
  signedText[0] = SET;
  if (!(await isSigned(certificate.key, algorithm, signature.content, signedText))) return null;
  return { name: certificate.name, keyHash: await sha256Hex(certificate.key.bytes) };
}

function readSignedData(cms: Bytes): { certificates: DerNode[]; signer: DerNode[] } {
  const first = readFirst(cms);
  // The room for a seal is larger than the seal.
  if (cms.subarray(first.bytes.length).some((byte) => byte !== 0)) throw new DerError("More than a seal");
  const [type, content, ...others] = childrenOf(first, SEQUENCE);
  const [data, ...rest] = childrenOf(content, TAGGED_0);
  requireOne([FIXED.signedData], type);
  const [version, digests, encapsulated, certificates, signers, ...more] = childrenOf(data, SEQUENCE);
  if (others.length + rest.length + more.length > 0) throw new DerError("More than a seal");
  requireOne([FIXED.one], version);
  requireOne(FIXED.sha256Set, digests);
  requireOne([FIXED.data], encapsulated);
  const [signer, ...otherSigners] = childrenOf(signers, SET);
  if (otherSigners.length > 0) throw new DerError("Several signers");
  return { certificates: childrenOf(certificates, TAGGED_0), signer: childrenOf(signer, SEQUENCE) };
}

type Certificate = { node: DerNode; id: string; name: string; key: DerNode };

function readCertificate(node: DerNode): Certificate {
  const [signedPart] = childrenOf(node, SEQUENCE);
  const [, serial, , issuer, , subject, key] = childrenOf(signedPart, SEQUENCE);
  if (!serial || !issuer || !key) throw new DerError("No certificate");
  const names = childrenOf(subject, SEQUENCE).flatMap((one) => childrenOf(one, SET));
  const [common] = names
    .map((one) => childrenOf(one, SEQUENCE))
    .filter(([kind]) => kind && toHex(kind.bytes) === COMMON_NAME);
  return { node, id: toHex(issuer.bytes) + toHex(serial.bytes), name: textOf(common?.[1]), key };
}

function textOf(node: DerNode | undefined): string {
  if (!node) return "";
  // BMPString is in UTF-16; the others that names use are read as UTF-8.
  return new TextDecoder(node.tag === 0x1e ? "utf-16be" : "utf-8").decode(node.content);
}

function readAttributes(attributes: DerNode): { digest: Bytes; certificateHash: Bytes } {
  const values = new Map<string, DerNode>();
  for (const attribute of readDer(attributes.content)) {
    const [kind, set, ...more] = childrenOf(attribute, SEQUENCE);
    const [value, ...others] = childrenOf(set, SET);
    const name = kind ? toHex(kind.bytes) : "";
    if (!value || more.length + others.length > 0 || values.has(name)) throw new DerError("An odd attribute");
    values.set(name, value);
  }
  requireOne([CONTENT_IS_DATA], values.get(ATTRIBUTES.contentType));
  const digest = values.get(ATTRIBUTES.messageDigest);
  const [list] = childrenOf(values.get(ATTRIBUTES.certificate), SEQUENCE);
  const [own] = childrenOf(list, SEQUENCE);
  const [hash] = childrenOf(own, SEQUENCE);
  if (digest?.tag !== OCTETS || hash?.tag !== OCTETS) throw new DerError("A missing hash");
  return { digest: digest.content, certificateHash: hash.content };
}

async function isSigned(
  key: DerNode,
  algorithm: DerNode | undefined,
  signature: Bytes,
  text: Bytes,
): Promise<boolean> {
  const [kindOfKey] = childrenOf(key, SEQUENCE);
  const [kind, parameter] = childrenOf(kindOfKey, SEQUENCE);
  const { subtle } = globalThis.crypto;
  if (kind && toHex(kind.bytes) === RSA_KEY) {
    requireOne(RSA_WITH_SHA256, algorithm);
    const name = "RSASSA-PKCS1-v1_5";
    const imported = await subtle.importKey("spki", key.bytes, { name, hash: "SHA-256" }, false, ["verify"]);
    return subtle.verify({ name }, imported, signature, text);
  }
  const curve = parameter && CURVES[toHex(parameter.bytes)];
  if (!kind || toHex(kind.bytes) !== EC_KEY || !curve) throw new DerError("A key that is not read here");
  requireOne(ECDSA_WITH_SHA256, algorithm);
  const { namedCurve, size } = curve;
  const imported = await subtle.importKey("spki", key.bytes, { name: "ECDSA", namedCurve }, false, [
    "verify",
  ]);
  return subtle.verify({ name: "ECDSA", hash: "SHA-256" }, imported, rawSignature(signature, size), text);
}

/** WebCrypto takes the two numbers of a signature one behind the other, each with all its bytes. */
function rawSignature(der: Bytes, size: number): Bytes {
  const [pair, ...more] = readDer(der);
  const numbers = childrenOf(pair, SEQUENCE);
  if (more.length > 0 || numbers.length !== 2) throw new DerError("No signature");
  const raw = new Uint8Array(2 * size);
  for (const [index, { tag, content }] of numbers.entries()) {
    const [first = 0, second = 0] = content;
    const isShortest = content.length === 1 || first !== 0 || second >= 0x80;
    const number = first === 0 ? content.subarray(1) : content;
    if (tag !== INTEGER || first >= 0x80 || !isShortest || number.length > size)
      throw new DerError("No number");
    raw.set(number, (index + 1) * size - number.length);
  }
  return raw;
}

function requireOne(allowed: readonly string[], node: DerNode | undefined): void {
  if (!node || !allowed.includes(toHex(node.bytes))) throw new DerError("Another value than expected");
}

/** A value in DER (X.690): its tag, its content, and all its bytes. */
type DerNode = { tag: number; content: Bytes; bytes: Bytes };

/** The bytes are no DER, or not the DER of what is expected there. */
class DerError extends Error {}

/** The values that fill the bytes exactly. Only the one DER form of each length is read. Throws DerError. */
function readDer(bytes: Bytes): DerNode[] {
  const nodes: DerNode[] = [];
  let at = 0;
  while (at < bytes.length) {
    const node = readFirst(bytes.subarray(at));
    nodes.push(node);
    at += node.bytes.length;
  }
  return nodes;
}

/** The first value, whatever follows it. */
function readFirst(bytes: Bytes): DerNode {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new DerError("No value");
  const more = first < 0x80 ? 0 : first - 0x80;
  if (more > 4 || (first >= 0x80 && more === 0)) throw new DerError("A length that is not read here");
  let length = more === 0 ? first : 0;
  for (const byte of bytes.subarray(2, 2 + more)) length = length * 256 + byte;
  const isShortest = more === 0 || (length >= 0x80 && bytes[2] !== 0);
  const end = 2 + more + length;
  if (!isShortest || end > bytes.length) throw new DerError("A wrong length");
  return { tag, content: bytes.subarray(2 + more, end), bytes: bytes.subarray(0, end) };
}

/** The values inside of one with this tag. */
function childrenOf(node: DerNode | undefined, tag: number): DerNode[] {
  if (node?.tag !== tag) throw new DerError("Another value than expected");
  return readDer(node.content);
}
