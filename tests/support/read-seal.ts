import { createHash, verify, X509Certificate } from "node:crypto";
import { fromBER, OctetString, type Sequence } from "asn1js";
import { Certificate, ContentInfo, IssuerAndSerialNumber, SignedData, type SignerInfo } from "pkijs";

const SIGNED_DATA = "1.2.840.113549.1.7.2";
const DATA = "1.2.840.113549.1.7.1";
const SHA256 = "2.16.840.1.101.3.4.2.1";
/** How a key of each kind signs. */
const SIGNATURES: Record<string, string> = { ec: "1.2.840.10045.4.3.2", rsa: "1.2.840.113549.1.1.11" };
const ATTRIBUTES = {
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
};
const TIME_STAMP = "1.2.840.113549.1.9.16.2.14";

export type ReadSeal = {
  certificate: X509Certificate;
  /** The CMS and the bytes that it signs, for other programs. */
  cms: Buffer;
  signed: Buffer;
  isStamped: boolean;
};

/**
 * The seal of a PDF. Throws if any byte of the file is not as it was sealed, except those of the time stamp, which is
 * added to a seal and signed by itself. Written apart from the portal's code.
 */
export async function readSeal(pdf: Buffer): Promise<ReadSeal> {
  const { signed, hole } = partsOf(pdf);
  const cms = cmsIn(hole);
  const signedData = signedDataOf(cms);
  const [signer] = signedData.signerInfos;
  const [issued] = signedData.certificates ?? [];
  if (!signer || !(issued instanceof Certificate))
    throw new Error("The seal has no signer or no certificate");
  const certificate = new X509Certificate(Buffer.from(issued.toSchema().toBER()));
  const { issuer, serialNumber } = issued;
  const sid = new IssuerAndSerialNumber({ issuer, serialNumber }).toSchema().toBER();
  if (!Buffer.from(signer.sid.toSchema().toBER()).equals(Buffer.from(sid)))
    throw new Error("The signer is another one");
  checkSigner(signer, certificate, signed);
  const isStamped = await hasStamp(signer);
  // Whatever the checks above do not look at is compared by writing it again.
  const again = new ContentInfo({ contentType: SIGNED_DATA, content: signedData.toSchema(true) });
  if (!Buffer.from(again.toSchema().toBER()).equals(cms)) throw new Error("The CMS is not in its only form");
  return { certificate, cms, signed, isStamped };
}

function partsOf(pdf: Buffer) {
  const text = pdf.toString("latin1");
  const [, ...range] = text.match(/\/ByteRange ?\[\s*(\d+) +(\d+) +(\d+) +(\d+) *\]/) ?? [];
  const [start = 1, first = 0, second = 0, rest = 0] = range.map(Number);
  if (start !== 0 || second + rest !== pdf.byteLength) throw new Error("The seal does not cover the file");
  const hole = text.slice(first, second);
  return { signed: Buffer.concat([pdf.subarray(0, first), pdf.subarray(second)]), hole };
}

function cmsIn(hole: string): Buffer {
  const isUpper = /^<[0-9A-F]*>$/.test(hole);
  if (!isUpper && !/^<[0-9a-f]*>$/.test(hole)) throw new Error("The seal is not in hex digits");
  const bytes = Buffer.from(hole.slice(1, -1), "hex");
  const { offset } = fromBER(new Uint8Array(bytes));
  if (offset === -1 || bytes.subarray(offset).some((one) => one !== 0))
    throw new Error("The hole holds something else than a seal");
  return bytes.subarray(0, offset);
}

function signedDataOf(cms: Buffer): SignedData {
  const info = ContentInfo.fromBER(new Uint8Array(cms));
  const signedData = new SignedData({ schema: info.content });
  const { version, digestAlgorithms, encapContentInfo, signerInfos } = signedData;
  const isAsWritten =
    info.contentType === SIGNED_DATA &&
    version === 1 &&
    digestAlgorithms.map(({ algorithmId }) => algorithmId).join() === SHA256 &&
    encapContentInfo.eContentType === DATA &&
    signerInfos.length === 1;
  if (!isAsWritten) throw new Error("The CMS is not one of a seal");
  return signedData;
}

function checkSigner(signer: SignerInfo, certificate: X509Certificate, signed: Buffer): void {
  const attributes = new Map(signer.signedAttrs?.attributes.map(({ type, values }) => [type, values[0]]));
  const digest = attributes.get(ATTRIBUTES.messageDigest).valueBlock.valueHexView;
  if (!createHash("sha256").update(signed).digest().equals(digest)) throw new Error("The file was changed");
  // The signature covers the attributes as a SET, whatever their tag in the CMS.
  const attributesDer = Buffer.from(signer.signedAttrs?.encodedValue ?? new ArrayBuffer(0));
  attributesDer[0] = 0x31;
  const signature = Buffer.from(signer.signature.valueBlock.valueHexView);
  const isSigned = verify("sha256", attributesDer, certificate.publicKey, signature);
  if (!isSigned) throw new Error("The attributes of the seal were changed");
  const certificates: Sequence = attributes.get(ATTRIBUTES.signingCertificateV2);
  const hash = createHash("sha256").update(certificate.raw).digest("hex");
  if (!Buffer.from(certificates.toBER()).toString("hex").includes(hash))
    throw new Error("The certificate is another one");
  const isAsWritten =
    signer.version === 1 &&
    signer.digestAlgorithm.algorithmId === SHA256 &&
    signer.signatureAlgorithm.algorithmId === SIGNATURES[certificate.publicKey.asymmetricKeyType ?? ""];
  if (!isAsWritten) throw new Error("The signature is not one of a seal");
}

async function hasStamp({ unsignedAttrs, signature }: SignerInfo): Promise<boolean> {
  const stamp = unsignedAttrs?.attributes.find(({ type }) => type === TIME_STAMP);
  if (!stamp) return false;
  const token = new SignedData({ schema: new ContentInfo({ schema: stamp.values[0] }).content });
  // The check reads one octet string, and the token may hold it in pieces.
  const valueHex = token.encapContentInfo.eContent?.getValue() ?? new ArrayBuffer(0);
  token.encapContentInfo.eContent = new OctetString({ valueHex });
  const data = new Uint8Array(signature.valueBlock.valueHexView).buffer;
  return token.verify({ signer: 0, data });
}
