import { type KeyObject, randomBytes, X509Certificate } from "node:crypto";
import { BitString, Integer, Utf8String } from "asn1js";
import {
  AttributeTypeAndValue,
  Certificate,
  Extension,
  GeneralName,
  GeneralNames,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
} from "pkijs";

const COMMON_NAME = "2.5.4.3";
const KEY_USAGE = "2.5.29.15";
const ALTERNATIVE_NAMES = "2.5.29.17";
const VERSION_3 = 2;
const DNS_NAME = 2;
const GENERALIZED_TIME = 1;

/** For certificates that sign documents: digitalSignature and contentCommitment. */
export const SIGNS_DOCUMENTS = new Extension({
  extnID: KEY_USAGE,
  extnValue: new BitString({ valueHex: Uint8Array.of(0b1100_0000).buffer, unusedBits: 6 }).toBER(),
});

/** For certificates of servers with these names. */
export function serves(names: readonly string[]): Extension {
  const general = new GeneralNames({
    names: names.map((value) => new GeneralName({ type: DNS_NAME, value })),
  });
  return new Extension({ extnID: ALTERNATIVE_NAMES, extnValue: general.toSchema().toBER() });
}

type SelfSigned = {
  commonName: string;
  keys: { privateKey: KeyObject; publicKey: KeyObject };
  from: Date;
  until: Date;
  extension: Extension;
};

/** An X.509 certificate of a P-256 key that the key signs itself, as PEM. */
export async function selfSigned({ commonName, keys, from, until, extension }: SelfSigned): Promise<string> {
  const name = new AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value: commonName }) });
  const subject = new RelativeDistinguishedNames({ typesAndValues: [name] });
  // The first bit is not set, because it would make the number negative; the next one is, so that no zero leads.
  const serialNumber = randomBytes(16);
  serialNumber[0] = ((serialNumber[0] ?? 0) & 0x3f) | 0x40;
  const spki = keys.publicKey.export({ type: "spki", format: "der" });
  const certificate = new Certificate({
    version: VERSION_3,
    serialNumber: new Integer({ valueHex: Uint8Array.from(serialNumber).buffer }),
    issuer: subject,
    subject,
    notBefore: time(from),
    notAfter: time(until),
    subjectPublicKeyInfo: PublicKeyInfo.fromBER(Uint8Array.from(spki).buffer),
    extensions: [extension],
  });
  const pkcs8 = keys.privateKey.export({ type: "pkcs8", format: "der" });
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, algorithm, false, ["sign"]);
  await certificate.sign(key, "SHA-256");
  return new X509Certificate(Buffer.from(certificate.toSchema().toBER())).toString();
}

/** In whole seconds, as certificates require. */
function time(at: Date): Time {
  const value = new Date(at);
  value.setUTCMilliseconds(0);
  return new Time({ type: GENERALIZED_TIME, value });
}
