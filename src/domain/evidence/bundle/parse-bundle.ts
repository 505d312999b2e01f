import { canonicalJson } from "../../canonical-json.ts";
import { isPlainObject, parseJson } from "../../page/json-value.ts";
import { BUNDLE_STATEMENT, BUNDLE_VERSION, type ChainPart, type Manifest } from "./bundle-format.ts";
import { isHowConsented } from "./how-consented.ts";

/** A JSON text that is in canonical form; null otherwise. */
function readJson(text: string): unknown {
  const value = parseJson(text);
  return canonicalJson(value) === text ? value : null;
}

export function readSignature(text: string): { publicKey: string; signature: string } | null {
  const value = readJson(text);
  return isPlainObject(value) && areTexts(value, ["publicKey", "signature"])
    ? (value as { publicKey: string; signature: string })
    : null;
}

/** The version of the format that a manifest names, if it is one that this code does not know yet; null otherwise. */
export function newerVersion(text: string): number | null {
  const value = parseJson(text);
  if (!isPlainObject(value) || value.statement !== BUNDLE_STATEMENT) return null;
  const { version } = value;
  return typeof version === "number" && Number.isSafeInteger(version) && version > BUNDLE_VERSION
    ? version
    : null;
}

export function readManifest(text: string): Manifest | null {
  const value = readJson(text);
  if (!isPlainObject(value) || value.statement !== BUNDLE_STATEMENT || value.version !== BUNDLE_VERSION)
    return null;
  const isWhole =
    areTexts(value, ["company", "portal"]) &&
    isPlainObject(value.files) &&
    Array.isArray(value.formerKeys) &&
    isHowConsented(value.how) &&
    ("signature" in value ? isOfSignature(value) : isOfAcceptance(value));
  return isWhole ? (value as Manifest) : null;
}

function isOfAcceptance({ document, acceptedBy, ...value }: Record<string, unknown>): boolean {
  return (
    areTexts(value, ["organization", "acceptedAt"]) &&
    isPlainObject(document) &&
    areTexts(document, ["uniqueDocumentId", "externalId", "name"]) &&
    isPlainObject(acceptedBy) &&
    areTexts(acceptedBy, ["name", "email"])
  );
}

function isOfSignature({ signature, signedBy, organization, ...value }: Record<string, unknown>): boolean {
  return (
    areTexts(value, ["signedAt"]) &&
    (organization === null || typeof organization === "string") &&
    isPlainObject(signature) &&
    areTexts(signature, ["signedGeneralDocumentId", "name"]) &&
    Number.isSafeInteger(signature.version) &&
    isPlainObject(signedBy) &&
    areTexts(signedBy, ["name", "email"])
  );
}

export function readPart(text: string): ChainPart | null {
  const value = readJson(text);
  if (!isPlainObject(value) || typeof value.chain !== "string" || !Array.isArray(value.links)) return null;
  const isWhole = isEnd(value.before) && isEnd(value.end) && value.links.every(isLink);
  return isWhole ? (value as ChainPart) : null;
}

const isEnd = (value: unknown) =>
  isPlainObject(value) && Number.isSafeInteger(value.position) && typeof value.head === "string";

function isLink(link: unknown): boolean {
  if (typeof link === "string") return /^[0-9a-f]{64}$/.test(link);
  if (!isPlainObject(link) || !areTexts(link, ["publicKey", "signature"])) return false;
  const { event, opened } = link;
  return (
    isPlainObject(event) &&
    isPlainObject(event.facts) &&
    isPlainObject(event.sealed) &&
    isPlainObject(opened) &&
    Object.values(opened).every((one) => isPlainObject(one) && typeof one.salt === "string")
  );
}

function areTexts(value: Record<string, unknown>, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === "string");
}
