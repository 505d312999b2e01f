import { generateKeyPairSync, sign } from "node:crypto";

// A certificate for test servers, made in each run: the repository holds no key.

const SEQUENCE = 0x30;
const SET = 0x31;

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const length = body.byteLength;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), body]);
}

const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const moment = (at: Date) => der(0x18, Buffer.from(at.toISOString().replaceAll(/[-:T]|\.\d+/g, "")));

const ECDSA_WITH_SHA256 = der(SEQUENCE, oid("2a8648ce3d040302"));
const DAY_MS = 86_400_000;

/** A self-signed certificate for these names, valid for a day, and its key, both as PEM. */
export function makeCertificate(names: readonly string[]): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const now = Date.now();
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, oid("550403"), der(0x0c, Buffer.from("Tests")))));
  const alternatives = der(SEQUENCE, ...names.map((one) => der(0x82, Buffer.from(one))));
  const tbs = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    der(SEQUENCE, moment(new Date(now - DAY_MS)), moment(new Date(now + DAY_MS))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(SEQUENCE, der(SEQUENCE, oid("551d11"), der(0x04, alternatives)))),
  );
  const signature = sign("sha256", tbs, privateKey);
  const certificate = der(SEQUENCE, tbs, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString("base64").replaceAll(/.{64}/g, "$&\n");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
