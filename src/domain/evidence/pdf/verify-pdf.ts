import { canonicalJson } from "../../canonical-json.ts";
import { isPlainObject, parseJson } from "../../page/json-value.ts";
import type { SignedAnchor } from "../anchor.ts";
import { isSignedBy, sha256Hex } from "../bundle/check-signature.ts";
import {
  anchorText,
  type EvidenceEvent,
  headText,
  leafText,
  OF_DECISION,
  OF_SIGNATURE,
} from "../evidence-event.ts";
import { describeAdded } from "../formatted-verdict.ts";
import { checkSeal, type SealSigner } from "./check-seal.ts";
import { readSealedPdf } from "./read-sealed-pdf.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export type PdfOutcome =
  /** As it was sealed, by a key that the reader trusts. */
  | "intact"
  /** As it was sealed, by a key that the reader does not know: anybody can make such a file. */
  | "unknown-signer"
  | "changed"
  | "cut"
  | "extended"
  /** An invoice, a draft, or a file of another program. */
  | "not-sealed"
  /** Sealed, but without a record of the portal. */
  | "no-record"
  | "newer-version";

/**
 * The event that a sealed PDF carries, with its place in the chain, and what the pages show of the person. The seal is
 * the signature over the PDF's bytes; `event.sealed` are hashes of facts.
 */
export type PdfRecord = {
  event: EvidenceEvent;
  previousHead: string;
  head: string;
  publicKey: string;
  signature: string;
  shown: Record<string, unknown>;
  timeZone: unknown;
};

export type PdfVerdict = {
  outcome: PdfOutcome;
  /** One sentence each. */
  faults: string[];
  signer: SealSigner | null;
  record: PdfRecord | null;
};

/** What the reader knows. `sealKeys`: SHA-256 (hex) of the public keys (SPKI) that seal the portal's PDFs. */
export type KnownOfPdf = {
  keys: readonly string[];
  sealKeys: readonly string[];
  anchor?: SignedAnchor | null;
};

/** Whether a file is to be read as a PDF. Other bytes may be in front of it, which no PDF of the portal has. */
export function isPdf(bytes: Bytes): boolean {
  return beginOf(bytes) !== -1;
}

/** PDF readers look for the beginning in as many bytes. */
const FIRST_BYTES = 1024;

/** -1: it is none, or a zip archive, which may hold a PDF near its beginning. */
function beginOf(bytes: Bytes): number {
  const first = new TextDecoder("latin1").decode(bytes.subarray(0, FIRST_BYTES + 5));
  const begin = first.indexOf("%PDF-");
  return first.slice(0, Math.max(0, begin)).includes("PK\u0003\u0004") ? -1 : begin;
}

/** Verifies a PDF by its seal, the record that it carries, and the record's place in the portal's chain. */
export async function verifyPdf(bytes: Bytes, known: KnownOfPdf): Promise<PdfVerdict> {
  const before = Math.max(0, beginOf(bytes));
  const pdf = bytes.subarray(before);
  const found = await readSealedPdf(pdf);
  if (!found) return withoutSeal(pdf);
  const { cms, sealedBytes, after, record: text } = found;
  if (after < 0) return verdict("cut", [`The end of the file is missing: ${-after} of its bytes are gone.`]);
  const signer = await checkSeal(cms, sealedBytes);
  if (!signer)
    return verdict("changed", ["The file is not the one that was sealed: the PDF or its seal was changed."]);
  const added = describeAdded("the sealed PDF", { before, after });
  const read = text === null ? null : readRecord(text);
  if (read === "newer") return { ...verdict("newer-version", [NEWER]), signer };
  if (!read) return { ...verdict("no-record", [NO_RECORD]), signer };
  const faults = [...(await faultsOf(read)), ...(known.anchor ? compareAnchor(known.anchor, read) : [])];
  const common = { signer, record: read };
  if (faults.length > 0) return { ...common, outcome: "changed", faults };
  if (added !== "")
    return { ...common, outcome: "extended", faults: [added, "What was sealed is as it was sealed."] };
  const isKnown = known.sealKeys.includes(signer.keyHash) && known.keys.includes(read.publicKey);
  return { ...common, outcome: isKnown ? "intact" : "unknown-signer", faults: [] };
}

function verdict(outcome: PdfOutcome, faults: string[]): PdfVerdict {
  return { outcome, faults, signer: null, record: null };
}

const NEWER =
  "The PDF was made by a newer version of the portal: it is as it was sealed, but this verifier cannot read its record. " +
  "Use the page /verify of the portal that made it.";
const NO_RECORD =
  "The PDF is as it was sealed, but it carries no record of a decision or signature. Another program may have made it.";

function withoutSeal(pdf: Bytes): PdfVerdict {
  const end = new TextDecoder("latin1").decode(pdf.subarray(-64));
  if (!/%%EOF\s*$/.test(end))
    return verdict("cut", ["The file breaks off before its end, where its seal would be."]);
  return verdict("not-sealed", [
    "The portal seals the PDFs of what was accepted or signed, and no others: an invoice, a draft and a print have no seal. So " +
      "nothing shows whether this file was changed, and it proves no acceptance and no signature.",
  ]);
}

/** Null: it is none. */
function readRecord(text: string): PdfRecord | "newer" | null {
  const value = parseJson(text);
  if (!isPlainObject(value)) return null;
  const { evidence, shown, timeZone, version = 1 } = value;
  if (version !== 1) return "newer";
  if (!isPlainObject(evidence) || !isPlainObject(shown) || !isPlainObject(evidence.event)) return null;
  const { event, previousHead, head, publicKey, signature } = evidence;
  const isWhole =
    [previousHead, head, publicKey, signature].every((one) => typeof one === "string") &&
    isPlainObject(event.facts) &&
    isPlainObject(event.sealed) &&
    typeof event.chain === "string" &&
    Number.isSafeInteger(event.position);
  if (!isWhole) return null;
  if (![...OF_DECISION, ...OF_SIGNATURE].some((kind) => kind === event.kind)) return "newer";
  const linked = { previousHead, head, publicKey, signature, event } as Omit<PdfRecord, "shown" | "timeZone">;
  return { ...linked, shown, timeZone };
}

async function faultsOf({ event, previousHead, head, publicKey, signature }: PdfRecord): Promise<string[]> {
  const { chain, position } = event;
  const isLinked = head === (await sha256Hex(headText(previousHead, await sha256Hex(leafText(event)))));
  if (!isLinked || !(await isSignedBy(publicKey, anchorText({ chain, position, head }), signature)))
    return ["The record in the PDF is not the one that the key in it signed."];
  return [];
}

function compareAnchor(anchor: SignedAnchor, { event, head, publicKey }: PdfRecord): string[] {
  const { chain, position } = event;
  const signedHead = { chain, position, head, publicKey };
  const { signature: _, ...values } = anchor;
  return canonicalJson(values) === canonicalJson(signedHead)
    ? []
    : ["The line that you gave is not the one of this PDF: it is of another document, or was changed."];
}
