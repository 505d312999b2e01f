import { type KeyObject, randomBytes, sign } from "node:crypto";

// A certificate is written in DER (X.690): each part is a tag, a length and a body.

const SEQUENCE = 0x30;
const SET = 0x31;

export function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const length = body.byteLength;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), body]);
}

const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const moment = (at: Date) => der(0x18, Buffer.from(at.toISOString().replaceAll(/[-:T]|\.\d+/g, "")));

const ECDSA_WITH_SHA256 = der(SEQUENCE, oid("2a8648ce3d040302"));
const COMMON_NAME = oid("550403");
const KEY_USAGE = oid("551d0f");
const ALTERNATIVE_NAMES = oid("551d11");

/** For certificates that sign documents: digitalSignature and contentCommitment. */
export const SIGNS_DOCUMENTS = extension(KEY_USAGE, der(0x03, Buffer.from([6, 0xc0])));

/** For certificates of servers with these names. */
export function serves(names: readonly string[]): Buffer {
  return extension(ALTERNATIVE_NAMES, der(SEQUENCE, ...names.map((one) => der(0x82, Buffer.from(one)))));
}

function extension(kind: Buffer, value: Buffer): Buffer {
  return der(SEQUENCE, kind, der(0x04, value));
}

type SelfSigned = {
  commonName: string;
  keys: { privateKey: KeyObject; publicKey: KeyObject };
  from: Date;
  until: Date;
  extensions: Buffer;
};

/** An X.509 certificate of an EC key that the key signs itself, as PEM. */
export function selfSigned({ commonName, keys, from, until, extensions }: SelfSigned): string {
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(commonName)))));
  // The first bit is not set, because it would make the number negative; the next one is, so that no zero leads.
  const serialNumber = randomBytes(16);
  serialNumber[0] = ((serialNumber[0] ?? 0) & 0x3f) | 0x40;
  const signed = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serialNumber),
    ECDSA_WITH_SHA256,
    name,
    der(SEQUENCE, moment(from), moment(until)),
    name,
    keys.publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(SEQUENCE, extensions)),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", signed, keys.privateKey));
  const lines = der(SEQUENCE, signed, ECDSA_WITH_SHA256, signature)
    .toString("base64")
    .replaceAll(/.{64}(?=.)/g, "$&\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
