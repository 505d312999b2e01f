import { hash } from "node:crypto";
import { v7 } from "uuid";
import type { GeneralDocument } from "#domain/agreements/general-document.ts";
import { comparableIdentifier } from "#domain/agreements/identifiers.ts";
import { type SignedFor, signerKey, signingDeclaration } from "#domain/agreements/signing.ts";
import {
  type ConsentFacts,
  type Identification,
  type ShownConsent,
  statementOfIntent,
} from "#domain/consent/consent.ts";
import type { Id } from "#domain/id.ts";
import type { Change } from "../access/change.ts";
import { AppError, conflict } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { Origin } from "../http/route.ts";
import type { SteppedUp } from "../identity/step-up.ts";
import { requireWarned } from "../pdf/script-fonts.ts";
import { presentKey } from "../rls/in-scope.ts";
import { signedGeneralDocuments, signedVersions } from "../schema/agreements.ts";
import { type Access, authorityOf, RECORD_FORMAT } from "../schema/consent-columns.ts";
import { findGeneralDocuments, findSignatureOf, type SignatureRow } from "./queries.ts";
import { renderSignedCopy } from "./render-signed-copy.job.ts";
import { signatureEvidence } from "./signature-evidence.ts";

export type Signer = {
  /** Null: a visitor without a sign-in. */
  userProfileId: Id | null;
  userFirstName: string;
  userLastName: string;
  userEmail: string;
  /** An organization of the portal that the person may write for. A visitor's organization is only a name. */
  organizationId: Id | null;
  organizationName: string | null;
  globalOrganizationIdentifier: string | null;
};

/** The document to sign. Throws if it does not exist, is retired, or has changed since the signer read it. */
export async function readToSign(
  reader: DbOrTx,
  { documentId, contentHash }: { documentId: Id; contentHash?: string | undefined },
): Promise<GeneralDocument> {
  const [document] = await findGeneralDocuments(reader, [documentId]);
  if (!document) throw new AppError("not-found", "There is no such document.");
  if (document.isRetired) throw retired();
  if (contentHash !== undefined && contentHash !== document.contentHash) {
    const message =
      "This document has changed since you opened it, so it wasn't signed. Please read it again.";
    throw conflict("content-changed", message);
  }
  return document;
}

/** The error for everybody who would sign a retired document. */
export function retired(): AppError {
  const message = "This document is no longer open for signatures, so it wasn't signed.";
  return conflict("retired", message);
}

type Around = {
  origin: Origin;
  confirmedBy: SteppedUp["confirmedBy"];
  identifiedBy: Identification | null;
  issuerRecordId: Id | null;
  access: Access | null;
  reported: ReportedSigning;
};
type Stored = { signature: SignatureRow; isNew: boolean };

/**
 * Stores a signature with the signed text, its audit row and the job for the copy. A repeat by the same signer, also a
 * concurrent one, returns the first signature with `isNew` false.
 */
export async function storeSignature(
  change: Change,
  deps: Deps,
  document: GeneralDocument,
  signer: Signer,
  around: Around,
): Promise<Stored> {
  const { tx } = change;
  const { contentHash, generalDocumentId, name, richText } = document;
  await requireWarnedSigner(document, signer, around.reported);
  await tx
    .insert(signedVersions)
    .values({ contentHash, generalDocumentId, name, richText })
    .onConflictDoNothing();
  const { shared, own, earlier } = hashesOf(signer);
  for (const hash of earlier) {
    await presentKey(tx, hash);
    const signature = await findSignatureOf(tx, contentHash, hash);
    if (signature) return { signature, isNew: false };
  }
  const stored = await insertOrFind(change, deps, document, { ...signer, signerHash: shared }, around);
  const { globalOrganizationIdentifier: before } = stored.signature;
  const isAnother = !stored.isNew && areDifferent(before, signer.globalOrganizationIdentifier);
  return isAnother ? insertOrFind(change, deps, document, { ...signer, signerHash: own }, around) : stored;
}

/** Throws AppError "conflict" if the signer's screen has not warned of letters that the signed copy cannot show. */
export function requireWarnedSigner(
  { name, richText }: GeneralDocument,
  signer: Pick<Signer, "userFirstName" | "userLastName" | "organizationName">,
  { shown }: ReportedSigning,
): Promise<void> {
  const printed = {
    "your name": [signer.userFirstName, signer.userLastName],
    "the organization's name": signer.organizationName ?? "",
    "the document": [name, richText],
  };
  return requireWarned(printed, shown, "Nothing has been signed yet.");
}

async function insertOrFind(
  { tx, at, record, attest }: Change,
  deps: Deps,
  { contentHash, generalDocumentId, version }: GeneralDocument,
  signer: Signer & { signerHash: string },
  { origin, confirmedBy, identifiedBy, issuerRecordId, access, reported }: Around,
): Promise<Stored> {
  await presentKey(tx, signer.signerHash);
  const [signature] = await tx
    .insert(signedGeneralDocuments)
    .values({
      signedGeneralDocumentId: v7(),
      generalDocumentId,
      ...signer,
      contentHash,
      version,
      recordVersion: RECORD_FORMAT,
      ...readSigningConsent(signedFor(signer), deps.settings.now().companyName, reported),
      identifiedBy,
      issuerRecordId,
      confirmedBy,
      ...authorityOf(access),
      ...origin,
      signedAt: at,
    })
    .onConflictDoNothing({ target: [signedGeneralDocuments.contentHash, signedGeneralDocuments.signerHash] })
    .returning();
  if (!signature) {
    const before = await findSignatureOf(tx, contentHash, signer.signerHash);
    if (!before) throw new Error(`There is no signature under the version ${contentHash}.`);
    return { signature: before, isNew: false };
  }
  const { signedGeneralDocumentId } = signature;
  await record({
    action: "agreement.sign",
    organizationId: signer.organizationId,
    subjectId: signedGeneralDocumentId,
    details: { generalDocumentId, version, contentHash, userEmail: signer.userEmail, ...origin },
  });
  await deps.queue.enqueue(tx, renderSignedCopy, { signedGeneralDocumentId });
  await attest(signatureEvidence(signature));
  return { signature, isNew: true };
}

/** A person of the portal who names no organization signs for themselves. */
function signedFor({ userProfileId, organizationName }: Signer): SignedFor {
  return { organizationName, isForSelf: userProfileId !== null && organizationName === null };
}

/**
 * The hashes of a signer: `shared` without a visitor's identifier, so that adding or omitting it changes nothing; `own`
 * with it, for a second identifier; `earlier` ones of signatures from before this rule.
 */
function hashesOf(signer: Signer): { shared: string; own: string; earlier: string[] } {
  const { userProfileId, organizationId, organizationName, globalOrganizationIdentifier } = signer;
  if (userProfileId !== null) {
    const only = hash("sha256", signerKey({ userProfileId, organizationId }));
    return { shared: only, own: only, earlier: [] };
  }
  const { userEmail: email, userFirstName: firstName, userLastName: lastName } = signer;
  const hashWith = (identifier: string | null) =>
    hash("sha256", signerKey({ email, firstName, lastName, organizationName, identifier }));
  const shared = hashWith(null);
  if (globalOrganizationIdentifier === null) return { shared, own: shared, earlier: [] };
  const own = hashWith(comparableIdentifier(globalOrganizationIdentifier));
  return { shared, own, earlier: [...new Set([own, hashWith(globalOrganizationIdentifier)])] };
}

/** Whether both identifiers are given and differ: then they bind two organizations. */
function areDifferent(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && comparableIdentifier(one) !== comparableIdentifier(other);
}

/** What a client program says of the text and words that a signer was shown. */
type ReportedSigning = {
  contentHash?: string | undefined;
  /** Undefined: the program reports no screen. */
  shown?:
    | { consent: ShownConsent; declaration: string; intent: string; warning?: string | undefined }
    | undefined;
};

const HASH_NEEDED = "Send the contentHash of the text that the screen showed. Nothing was signed.";
const HASH_ISSUE = { path: "/contentHash", message: "Needed with what the screen showed" };

/**
 * The words of a signature and how they came about. Throws AppError "conflict" if the screen showed other words, and
 * "invalid" for a screen without a text.
 */
function readSigningConsent(
  signedFor: SignedFor,
  companyName: string,
  { contentHash, shown }: ReportedSigning,
): Pick<ConsentFacts, "consent" | "intent"> & { declaration: string } {
  const { organizationName, isForSelf } = signedFor;
  const declaration = signingDeclaration(signedFor, companyName);
  if (!shown) return { declaration, consent: "sent-by-program", intent: null };
  if (contentHash === undefined) throw new AppError("invalid", HASH_NEEDED, { issues: [HASH_ISSUE] });
  const { consent, intent } = shown;
  const expectedIntent = statementOfIntent(isForSelf ? null : (organizationName ?? undefined));
  if (shown.declaration === declaration && intent === expectedIntent) return { declaration, consent, intent };
  const message =
    "The words that you were asked to confirm have changed, so the document wasn't signed. Please reload the page.";
  throw conflict("declaration-changed", message);
}
