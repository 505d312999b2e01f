import { type KeyObject, sign, type X509Certificate } from "node:crypto";
import {
  HttpTimestampAuthority,
  PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  PdfStream,
  PdfString,
  type Signer,
  type TimestampAuthority,
  TimestampError,
} from "@libpdf/core";
import { ContentInfo, SignedData, TSTInfo } from "pkijs";
import type { PdfMetadata } from "../deps.ts";
import { addMetadata } from "../pdf/write-metadata.ts";

/** What a seal needs: a key, and its certificate with those that issued it. */
export type SealSigner = { privateKey: KeyObject; certificates: readonly X509Certificate[] };

type ToSeal = {
  pdf: Uint8Array;
  /** Attached as evidence.json. */
  record: string;
  /** Added in the same pass as the seal. */
  metadata?: PdfMetadata | undefined;
  signer: SealSigner;
  at: Date;
  /** The address of the authority whose time stamp the seal gets; null for a seal without one. */
  timeStampAuthority: string | null;
};

const RECORD_NAME = "evidence.json";
/** Room for the signature and its attributes, beside certificates and time stamp. */
const SIGNATURE_BYTES = 2000;
const TIME_STAMP_BYTES = 12_000;

/**
 * The PDF with its record and a seal by PAdES (ETSI EN 319 142), appended to its bytes. Throws if the authority gives
 * no time stamp in time.
 */
export async function sealPdf(toSeal: ToSeal): Promise<Uint8Array> {
  const { record, metadata, signer, at, timeStampAuthority } = toSeal;
  const pdf = await PDF.load(toSeal.pdf);
  if (metadata) addMetadata(pdf, metadata);
  attachRecord(pdf, record, at);
  const chainBytes = signer.certificates.reduce((sum, { raw }) => sum + raw.byteLength, 0);
  const estimatedSize = SIGNATURE_BYTES + chainBytes + (timeStampAuthority === null ? 0 : TIME_STAMP_BYTES);
  const common = { signer: signerOf(signer), signingTime: at, fieldName: "Seal", estimatedSize };
  const sealed =
    timeStampAuthority === null
      ? await pdf.sign({ ...common, level: "B-B" })
      : await pdf.sign({ ...common, level: "B-T", timestampAuthority: timeStampBy(timeStampAuthority) });
  return sealed.bytes;
}

/** Something to try a seal on. */
export function emptyPdf(): Promise<Uint8Array> {
  const pdf = PDF.create();
  pdf.addPage();
  return pdf.save();
}

/** By hand, because the library writes a wrong type and does not associate the file with the document. */
function attachRecord(pdf: PDF, record: string, at: Date): void {
  const data = new TextEncoder().encode(record);
  const date = `D:${at.toISOString().replaceAll(/[-:T]|\.\d+Z/g, "")}Z`;
  const entries = {
    Type: PdfName.of("EmbeddedFile"),
    Subtype: PdfName.of("application/json"),
    Params: PdfDict.of({ Size: PdfNumber.of(data.byteLength), ModDate: PdfString.fromString(date) }),
  };
  const stream = pdf.register(PdfStream.fromDict(entries, data));
  const file = pdf.register(
    PdfDict.of({
      Type: PdfName.of("Filespec"),
      F: PdfString.fromString(RECORD_NAME),
      UF: PdfString.fromString(RECORD_NAME),
      Desc: PdfString.fromString("The record of this document"),
      AFRelationship: PdfName.of("Data"),
      EF: PdfDict.of({ F: stream, UF: stream }),
    }),
  );
  const tree = PdfDict.of({ Names: PdfArray.of(PdfString.fromString(RECORD_NAME), file) });
  const catalog = pdf.getCatalog();
  const names = catalog.getDict("Names", pdf.getObject.bind(pdf)) ?? PdfDict.of({});
  names.set("EmbeddedFiles", pdf.register(tree));
  if (!catalog.get("Names")) catalog.set("Names", names);
  catalog.set("AF", PdfArray.of(file));
}

function signerOf({ privateKey, certificates }: SealSigner): Signer {
  const [certificate, ...chain] = certificates.map(({ raw }) => new Uint8Array(raw));
  if (!certificate) throw new Error("A seal needs a certificate.");
  const isEc = privateKey.asymmetricKeyType === "ec";
  return {
    certificate,
    certificateChain: chain,
    keyType: isEc ? "EC" : "RSA",
    signatureAlgorithm: isEc ? "ECDSA" : "RSASSA-PKCS1-v1_5",
    sign: async (data, algorithm) => new Uint8Array(sign(algorithm.replace("-", ""), data, privateKey)),
  };
}

const TIMEOUT_MS = 3000;
const DATA = "1.2.840.113549.1.7.1";

/** The authority at an address (RFC 3161), which has three seconds. Its stamp is verified. */
function timeStampBy(address: string): TimestampAuthority {
  const authority = new HttpTimestampAuthority(address, {
    timeout: TIMEOUT_MS,
    // The library's own limit ends with the headers of the answer.
    fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
  });
  return {
    async timestamp(digest, algorithm) {
      const token = await authority.timestamp(digest, algorithm);
      if (!(await isStampOf(token, digest)))
        throw new TimestampError("The time stamp is not of this document");
      return token;
    },
  };
}

/** Whether the authority has signed the token, and for this digest. Its address identifies the authority. */
async function isStampOf(token: Uint8Array, digest: Uint8Array): Promise<boolean> {
  const signed = new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(token)).content });
  const content = signed.encapContentInfo.eContent?.getValue();
  if (!content) return false;
  const { hashedMessage } = TSTInfo.fromBER(content).messageImprint;
  if (!Buffer.from(hashedMessage.getValue()).equals(digest)) return false;
  // Of a time stamp the library hashes the stamped text again, which is not here; of data it checks the signature alone.
  signed.encapContentInfo.eContentType = DATA;
  return signed.verify({ signer: 0 });
}
