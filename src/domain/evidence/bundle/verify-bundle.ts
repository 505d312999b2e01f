import { canonicalJson } from "../../canonical-json.ts";
import type { SignedAnchor } from "../anchor.ts";
import {
  BUNDLE_FILES,
  BUNDLE_STATEMENT,
  type ChainPart,
  MANIFEST,
  type Manifest,
  PDF,
  provenBy,
  RECORD,
  SIGNATURE,
} from "./bundle-format.ts";
import { isSignedBy, sha256Hex } from "./check-signature.ts";
import { readZip, ZipRefused } from "./read-zip.ts";
import { differencesOfEvents, hasErasure, verifyChainPart } from "./verify-chain-part.ts";
import { writeZip, type ZipEntry } from "./zip-format.ts";

export type Outcome =
  | "intact"
  /** Whole and signed, but by a key that is not the portal's. */
  | "other-key"
  | "changed"
  | "cut"
  | "extended"
  | "not-a-bundle"
  /** An archive that is not unpacked. */
  | "refused";

/** What a bundle turned out to be. `manifest` is what it says of itself, if the key that it names signed that. */
export type Verdict = {
  outcome: Outcome;
  /** One sentence each. */
  faults: string[];
  /** Packed by another program. Every byte of the content is compared nonetheless. */
  isPackedAnew: boolean;
  manifest: Manifest | null;
  publicKey: string | null;
  /** Whether the key is one of those that the reader trusts; null: the reader named none. */
  isKeyKnown: boolean | null;
  /** The person was erased from the record afterwards, so the bundle names nobody. */
  isPersonErased: boolean;
};

/** What the reader knows from elsewhere: the portal's keys, and an anchor that was printed or mailed. */
export type Known = { keys: readonly string[]; anchor?: SignedAnchor | null };

/**
 * Verifies a bundle: every byte of every file, the chain of the record, and the signatures. The same code runs in the
 * command line and in a browser without a network.
 */
export async function verifyBundle(bytes: Uint8Array<ArrayBuffer>, known: Known): Promise<Verdict> {
  try {
    return await verifyEntries(await readZip(bytes), bytes, known);
  } catch (error) {
    if (!(error instanceof ZipRefused)) throw error;
    return failed(
      ({ none: "not-a-bundle", cut: "cut", damaged: "changed", hostile: "refused" } as const)[error.kind],
      error.message,
    );
  }
}

async function verifyEntries(
  entries: readonly ZipEntry[],
  bytes: Uint8Array,
  known: Known,
): Promise<Verdict> {
  const files = new Map(entries.map((entry) => [entry.name, entry.bytes]));
  const missing = BUNDLE_FILES.filter((name) => !files.has(name));
  const added = [...files.keys()].filter((name) => !BUNDLE_FILES.some((one) => one === name));
  if (missing.length === BUNDLE_FILES.length || (missing.includes(MANIFEST) && missing.includes(RECORD)))
    return failed("not-a-bundle", "This archive is no evidence bundle: it has no manifest and no record.");
  if (missing.length > 0) return failed("cut", `Missing from the bundle: ${missing.join(", ")}.`);
  if (added.length > 0) return failed("extended", `Added to the bundle: ${added.join(", ")}.`);

  const signature = readSignature(textOf(files, SIGNATURE));
  const manifestText = textOf(files, MANIFEST);
  if (!signature) return failed("changed", "The signature of the bundle was changed: it cannot be read.");
  const { publicKey } = signature;
  if (!(await isSignedBy(publicKey, manifestText, signature.signature)))
    return failed("changed", await blame(files, manifestText));
  const manifest = readManifest(manifestText);
  if (!manifest) return failed("changed", "The manifest cannot be read by this version of the verifier.");

  const isPackedAnew = !isEqual(writeZip(inOrder(files)), bytes);
  const isKeyKnown = knowsKey(known, publicKey);
  const found = await verifyContents(files, manifest, publicKey, known);
  const verdict = { isPackedAnew, manifest, publicKey, isKeyKnown };
  if (found.faults.length > 0) return { ...verdict, ...found };
  if (isKeyKnown === false) {
    const says =
      "The bundle is whole in itself, but another key signed it than the portal's. Anybody can make such a file.";
    return { ...verdict, ...found, outcome: "other-key", faults: [says] };
  }
  return { ...verdict, ...found, outcome: "intact" };
}

/** Anybody can name a key of the portal as a former one, so an anchor vouches for no key but its own. */
function knowsKey({ keys, anchor }: Known, publicKey: string): boolean | null {
  if (keys.length > 0) return keys.includes(publicKey);
  return anchor ? anchor.publicKey === publicKey : null;
}

async function verifyContents(
  files: ReadonlyMap<string, Uint8Array>,
  manifest: Manifest,
  publicKey: string,
  { anchor }: Known,
): Promise<Pick<Verdict, "outcome" | "faults" | "isPersonErased">> {
  const changed = await changedFiles(files, manifest);
  const part = readPart(textOf(files, RECORD));
  if (!part)
    return {
      outcome: "changed",
      faults: [...changed, "The record cannot be read."],
      isPersonErased: false,
    };
  const proven = provenBy(manifest);
  const trusted = [publicKey, ...manifest.formerKeys];
  const { faults, heads } = await verifyChainPart(part, (key) => trusted.includes(key));
  const says = [
    ...changed,
    ...faults.map((fault) => fault.says),
    ...differencesOfEvents(part, proven, await sha256Hex(files.get(PDF) ?? new Uint8Array())),
    ...(anchor ? compareAnchor(anchor, part, heads, trusted) : []),
  ];
  const kinds = faults.map(({ kind }) => kind);
  const outcome = kinds.find((kind) => kind !== "changed") ?? "changed";
  return { outcome, faults: says, isPersonErased: hasErasure(part, proven.id) };
}

const CHANGED: Record<string, string> = {
  [PDF]: "The PDF was changed: it is not the file that the portal signed for.",
  [RECORD]: "The record was changed: it is not the file that the portal signed for.",
};

async function changedFiles(files: ReadonlyMap<string, Uint8Array>, manifest: Manifest): Promise<string[]> {
  const told: string[] = [];
  for (const [name, bytes] of files) {
    if (name === MANIFEST || name === SIGNATURE) continue;
    if ((await sha256Hex(bytes)) !== manifest.files[name])
      told.push(CHANGED[name] ?? `${name} was changed: it is not the file that the portal signed for.`);
  }
  return told;
}

/** Whose fault it is that the signature does not fit. */
async function blame(files: ReadonlyMap<string, Uint8Array>, manifestText: string): Promise<string> {
  const manifest = readManifest(manifestText);
  const changed = manifest ? await changedFiles(files, manifest) : [];
  const first = "The manifest or its signature was changed: the key that the bundle names did not sign this.";
  return [first, ...changed].join(" ");
}

function compareAnchor(
  anchor: SignedAnchor,
  part: ChainPart,
  heads: ReadonlyMap<number, string>,
  trusted: readonly string[],
): string[] {
  if (!trusted.includes(anchor.publicKey))
    return ["The line that you gave was signed with another key than this bundle."];
  const head = anchor.chain === part.chain ? heads.get(anchor.position) : undefined;
  if (head === undefined) return ["The line that you gave belongs to no event of this bundle."];
  return head === anchor.head
    ? []
    : ["The record is not the one of which the line that you gave was printed."];
}

function failed(outcome: Outcome, fault: string): Verdict {
  return {
    outcome,
    faults: [fault],
    isPackedAnew: false,
    manifest: null,
    publicKey: null,
    isKeyKnown: null,
    isPersonErased: false,
  };
}

/** Empty for bytes that are no text: several of them would read as the same one. */
function textOf(files: ReadonlyMap<string, Uint8Array>, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(files.get(name));
  } catch {
    return "";
  }
}

function inOrder(files: ReadonlyMap<string, Uint8Array>): ZipEntry[] {
  return BUNDLE_FILES.map((name) => ({ name, bytes: files.get(name) ?? new Uint8Array() }));
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** A JSON text that is in canonical form; null otherwise. */
function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return canonicalJson(value) === text ? value : null;
  } catch {
    return null;
  }
}

function readSignature(text: string): { publicKey: string; signature: string } | null {
  const value = readJson(text);
  return isRecord(value) && areTexts(value, ["publicKey", "signature"])
    ? (value as { publicKey: string; signature: string })
    : null;
}

function readManifest(text: string): Manifest | null {
  const value = readJson(text);
  if (!isRecord(value) || value.statement !== BUNDLE_STATEMENT || value.version !== 1) return null;
  const isWhole =
    areTexts(value, ["company", "portal"]) &&
    isRecord(value.files) &&
    Array.isArray(value.formerKeys) &&
    ("signature" in value ? isOfSignature(value) : isOfAcceptance(value));
  return isWhole ? (value as Manifest) : null;
}

function isOfAcceptance({ document, acceptedBy, ...value }: Record<string, unknown>): boolean {
  return (
    areTexts(value, ["organization", "acceptedAt"]) &&
    isRecord(document) &&
    areTexts(document, ["uniqueDocumentId", "externalId", "name"]) &&
    isRecord(acceptedBy) &&
    areTexts(acceptedBy, ["name", "email"])
  );
}

function isOfSignature({ signature, signedBy, organization, ...value }: Record<string, unknown>): boolean {
  return (
    areTexts(value, ["signedAt"]) &&
    (organization === null || typeof organization === "string") &&
    isRecord(signature) &&
    areTexts(signature, ["signedGeneralDocumentId", "name"]) &&
    Number.isSafeInteger(signature.version) &&
    isRecord(signedBy) &&
    areTexts(signedBy, ["name", "email"])
  );
}

function readPart(text: string): ChainPart | null {
  const value = readJson(text);
  if (!isRecord(value) || typeof value.chain !== "string" || !Array.isArray(value.links)) return null;
  const isWhole = isEnd(value.before) && isEnd(value.end) && value.links.every(isLink);
  return isWhole ? (value as ChainPart) : null;
}

const isEnd = (value: unknown) =>
  isRecord(value) && Number.isSafeInteger(value.position) && typeof value.head === "string";

function isLink(link: unknown): boolean {
  if (typeof link === "string") return /^[0-9a-f]{64}$/.test(link);
  if (!isRecord(link) || !areTexts(link, ["publicKey", "signature"])) return false;
  const { event, opened } = link;
  return (
    isRecord(event) &&
    isRecord(event.facts) &&
    isRecord(event.sealed) &&
    isRecord(opened) &&
    Object.values(opened).every((one) => isRecord(one) && typeof one.salt === "string")
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function areTexts(value: Record<string, unknown>, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === "string");
}
