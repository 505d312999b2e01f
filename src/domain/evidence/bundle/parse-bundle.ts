import { canonicalJson } from "../../canonical-json.ts";
import { BUNDLE_STATEMENT, BUNDLE_VERSION, type ChainPart, type Manifest } from "./bundle-format.ts";
import { isHowConsented } from "./how-consented.ts";

/** A JSON text that is in canonical form; null otherwise. */
function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return canonicalJson(value) === text ? value : null;
  } catch {
    return null;
  }
}

export function readSignature(text: string): { publicKey: string; signature: string } | null {
  const value = readJson(text);
  return isRecord(value) && areTexts(value, ["publicKey", "signature"])
    ? (value as { publicKey: string; signature: string })
    : null;
}

/** The version of the format that a manifest names, if it is one that this code does not know yet; null otherwise. */
export function newerVersion(text: string): number | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value) || value.statement !== BUNDLE_STATEMENT) return null;
  const { version } = value;
  return typeof version === "number" && Number.isSafeInteger(version) && version > BUNDLE_VERSION
    ? version
    : null;
}

export function readManifest(text: string): Manifest | null {
  const value = readJson(text);
  if (!isRecord(value) || value.statement !== BUNDLE_STATEMENT || value.version !== BUNDLE_VERSION)
    return null;
  const isWhole =
    areTexts(value, ["company", "portal"]) &&
    isRecord(value.files) &&
    Array.isArray(value.formerKeys) &&
    isHowConsented(value.how) &&
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

export function readPart(text: string): ChainPart | null {
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
