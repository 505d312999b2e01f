import { canonicalJson } from "../../canonical-json.ts";
import type { EvidenceEvent } from "../evidence-event.ts";
import type { HowConsented } from "./how-consented.ts";
import { writeZip, type ZipEntry } from "./zip-format.ts";

export const README = "README.txt";
export const PDF = "document.pdf";
export const RECORD = "evidence.json";
export const MANIFEST = "manifest.json";
export const SIGNATURE = "signature.json";
/** In the order in which the archive has them. */
export const BUNDLE_FILES = [README, PDF, RECORD, MANIFEST, SIGNATURE] as const;

/** An event of what the bundle proves, with its signature. `opened` has the salts and groups that readers may see. */
export type OwnLink = {
  event: EvidenceEvent;
  publicKey: string;
  signature: string;
  opened: Record<string, { salt: string; group: unknown }>;
};

/** The chain from the first event of what is proved to its last. An event of others is only its leaf (SHA-256). */
export type ChainPart = {
  chain: string;
  /** The event before the part, and the head after it. */
  before: { position: number; head: string };
  links: (OwnLink | string)[];
  /** The last event of the part, and the head after it. */
  end: { position: number; head: string };
};

export const BUNDLE_STATEMENT = "Counterpart evidence bundle";
/** The newest version of the format. Later ones are told apart; new keys beside the known ones need no new version. */
export const BUNDLE_VERSION = 1;

type OfAll = {
  company: string;
  portal: string;
  isBroughtIn: boolean;
  /** Keys before the one that signs this, which signed events of the chain. */
  formerKeys: string[];
  /** The zone of the company's times, such as "Australia/Sydney"; earlier bundles name none. */
  timeZone?: string;
  /** The version of the portal that made the bundle, such as "0.2.0"; earlier bundles name none. */
  portalVersion?: string;
  /** Undefined: the record is older than these facts. */
  how?: HowConsented;
};

type Person = { name: string; email: string };

export type AcceptanceFacts = OfAll & {
  organization: string;
  document: { uniqueDocumentId: string; externalId: string; name: string };
  acceptedBy: Person;
  acceptedAt: string;
};

export type SignatureFacts = OfAll & {
  /** Null: they signed for no one but themselves. */
  organization: string | null;
  signature: { signedGeneralDocumentId: string; name: string; version: number };
  signedBy: Person;
  signedAt: string;
};

export type BundleFacts = AcceptanceFacts | SignatureFacts;

/** What the portal says about the bundle, and signs. */
export type Manifest = BundleFacts & {
  statement: typeof BUNDLE_STATEMENT;
  version: typeof BUNDLE_VERSION;
  /** SHA-256 of the other files. */
  files: Record<string, string>;
};

export type Proven = {
  kind: "acceptance" | "signature";
  id: string;
  name: string;
  by: Person;
  at: string;
};

export function provenBy(facts: BundleFacts): Proven {
  if ("signature" in facts) {
    const { signedGeneralDocumentId: id, name, version } = facts.signature;
    const { signedBy: by, signedAt: at } = facts;
    return { kind: "signature", id, name: `${name} (version ${version})`, by, at };
  }
  const { uniqueDocumentId: id, name, externalId } = facts.document;
  const { acceptedBy: by, acceptedAt: at } = facts;
  return { kind: "acceptance", id, name: `${name} (${externalId})`, by, at };
}

type Signer = { publicKey: string; sign: (text: string) => string; hash: (bytes: Uint8Array) => string };

/** The bundle. Equal contents and keys give equal bytes. */
export function packBundle(
  files: { readme: string; pdf: Uint8Array; record: ChainPart },
  facts: BundleFacts,
  { publicKey, sign, hash }: Signer,
): Uint8Array<ArrayBuffer> {
  const contents = [
    entryOf(README, files.readme),
    { name: PDF, bytes: files.pdf },
    entryOf(RECORD, canonicalJson(files.record)),
  ];
  const manifest = canonicalJson({
    ...facts,
    statement: BUNDLE_STATEMENT,
    version: BUNDLE_VERSION,
    files: Object.fromEntries(contents.map(({ name, bytes }) => [name, hash(bytes)])),
  } satisfies Manifest);
  const signature = canonicalJson({ publicKey, signature: sign(manifest) });
  return writeZip([...contents, entryOf(MANIFEST, manifest), entryOf(SIGNATURE, signature)]);
}

function entryOf(name: string, text: string): ZipEntry {
  return { name, bytes: new TextEncoder().encode(text) };
}
