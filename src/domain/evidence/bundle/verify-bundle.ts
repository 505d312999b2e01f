import type { SignedAnchor } from "../anchor.ts";
import {
  BUNDLE_FILES,
  BUNDLE_VERSION,
  type ChainPart,
  MANIFEST,
  type Manifest,
  PDF,
  provenBy,
  RECORD,
  SIGNATURE,
} from "./bundle-format.ts";
import { isSignedBy, sha256Hex } from "./check-signature.ts";
import { newerVersion, readManifest, readPart, readSignature } from "./parse-bundle.ts";
import { readZip, ZipRefused } from "./read-zip.ts";
import {
  differencesOfEvents,
  hasErasure,
  NOTHING_OPENED,
  type Opened,
  openedBy,
  verifyChainPart,
} from "./verify-chain-part.ts";
import { writeZip, type ZipEntry } from "./zip-format.ts";

export type Outcome =
  /** Whole, and signed with a key that the reader trusts. */
  | "intact"
  /** Whole, and signed with a key that the reader does not know: anybody can make such a file. */
  | "unknown-signer"
  /** In a later version of the format, of which nothing is said. */
  | "newer-version"
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
  isRepacked: boolean;
  manifest: Manifest | null;
  publicKey: string | null;
  /** Whether the key is one of those that the reader trusts; null: the reader named none. */
  isKeyKnown: boolean | null;
  /** The person was erased from the record afterwards, so the bundle names no one. */
  isPersonErased: boolean;
  opened: Opened;
};

/** What the reader knows from elsewhere: the portal's keys, and an anchor that was printed or mailed. */
export type Known = { keys: readonly string[]; anchor?: SignedAnchor | null };

/** Verifies all files, the chain and the signatures of a bundle, on a command line and in a browser without network. */
export async function verifyBundle(bytes: Uint8Array<ArrayBuffer>, known: Known): Promise<Verdict> {
  try {
    return await verifyEntries(await readZip(bytes), bytes, known);
  } catch (error) {
    if (!(error instanceof ZipRefused)) throw error;
    return failed(OUTCOMES[error.kind], error.message);
  }
}

const OUTCOMES = {
  none: "not-a-bundle",
  cut: "cut",
  extended: "extended",
  damaged: "changed",
  hostile: "refused",
} as const satisfies Record<ZipRefused["kind"], Outcome>;

async function verifyEntries(
  entries: readonly ZipEntry[],
  bytes: Uint8Array,
  known: Known,
): Promise<Verdict> {
  const files = new Map(entries.map((entry) => [entry.name, entry.bytes]));
  const manifestText = textOf(files, MANIFEST);
  const newer = newerVersion(manifestText);
  if (newer !== null) return failed("newer-version", formatNewerVersion(newer));
  const missing = BUNDLE_FILES.filter((name) => !files.has(name));
  const added = [...files.keys()].filter((name) => !BUNDLE_FILES.some((one) => one === name));
  if (missing.length === BUNDLE_FILES.length || (missing.includes(MANIFEST) && missing.includes(RECORD)))
    return failed("not-a-bundle", "This archive is no evidence bundle: it has no manifest and no record.");
  if (missing.length > 0) return failed("cut", `Missing from the bundle: ${missing.join(", ")}.`);
  if (added.length > 0) return failed("extended", `Added to the bundle: ${added.join(", ")}.`);

  const signature = readSignature(textOf(files, SIGNATURE));
  if (!signature) return failed("changed", "The signature of the bundle was changed: it cannot be read.");
  const { publicKey } = signature;
  if (!(await isSignedBy(publicKey, manifestText, signature.signature)))
    return failed("changed", await blame(files, manifestText));
  const manifest = readManifest(manifestText);
  if (!manifest) return failed("changed", "The manifest cannot be read by this version of the verifier.");

  const isRepacked = !isEqual(writeZip(inOrder(files)), bytes);
  const isKeyKnown = knowsKey(known, publicKey);
  const found = await verifyContents(files, manifest, publicKey, known);
  const verdict = { isRepacked, manifest, publicKey, isKeyKnown };
  if (found.faults.length > 0) return { ...verdict, ...found };
  return { ...verdict, ...found, outcome: isKeyKnown ? "intact" : "unknown-signer" };
}

function formatNewerVersion(version: number): string {
  return (
    `The bundle was made by a newer version of the portal: its format is version ${version}, and this verifier reads ` +
    `up to version ${BUNDLE_VERSION}. Nothing is said of its content. Use the verifier that its README.txt names.`
  );
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
): Promise<Pick<Verdict, "outcome" | "faults" | "isPersonErased" | "opened">> {
  const changed = await changedFiles(files, manifest);
  const part = readPart(textOf(files, RECORD));
  if (!part)
    return {
      outcome: "changed",
      faults: [...changed, "The record cannot be read."],
      isPersonErased: false,
      opened: NOTHING_OPENED,
    };
  const proven = provenBy(manifest);
  const trusted = [publicKey, ...manifest.formerKeys];
  const { faults, heads } = await verifyChainPart(part, (key) => trusted.includes(key));
  const findings = [
    ...changed,
    ...faults.map((fault) => fault.message),
    ...differencesOfEvents(part, proven, await sha256Hex(files.get(PDF) ?? new Uint8Array())),
    ...(anchor ? compareAnchor(anchor, part, heads, trusted) : []),
  ];
  const kinds = faults.map(({ kind }) => kind);
  const outcome = kinds.find((kind) => kind !== "changed") ?? "changed";
  return { outcome, faults: findings, isPersonErased: hasErasure(part, proven.id), opened: openedBy(part) };
}

const CHANGED: Record<string, string> = {
  [PDF]: "The PDF was changed: it is not the file that the portal signed for.",
  [RECORD]: "The record was changed: it is not the file that the portal signed for.",
};

async function changedFiles(files: ReadonlyMap<string, Uint8Array>, manifest: Manifest): Promise<string[]> {
  const messages: string[] = [];
  for (const [name, bytes] of files) {
    if (name === MANIFEST || name === SIGNATURE) continue;
    if ((await sha256Hex(bytes)) !== manifest.files[name])
      messages.push(CHANGED[name] ?? `${name} was changed: it is not the file that the portal signed for.`);
  }
  return messages;
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
    isRepacked: false,
    manifest: null,
    publicKey: null,
    isKeyKnown: null,
    isPersonErased: false,
    opened: NOTHING_OPENED,
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
