import { and, eq } from "drizzle-orm";
import { canonicalJson } from "#domain/canonical-json.ts";
import { describeIssuer } from "#domain/consent/consent.ts";
import type { OwnLink } from "#domain/evidence/bundle/bundle-format.ts";
import type { HowConsented } from "#domain/evidence/bundle/how-consented.ts";
import { OF_DECISION, OF_SIGNATURE } from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import { hidePricesOfPage } from "#domain/pricing/hide-prices.ts";
import { findAccessGiverName, findIssuerSetUp } from "../access-records/queries.ts";
import { findSignature } from "../agreements/queries.ts";
import { requireIntactSignature, signatureDiffers } from "../agreements/signature-evidence.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { decisionEvidence } from "../documents/document-evidence.ts";
import type { DecisionRow, DocumentRow } from "../documents/queries.ts";
import { readIntact, requireOwnFiles } from "../documents/read-intact.ts";
import type { EvidenceRow } from "../evidence/check-evidence.ts";
import { findEvidence } from "../evidence/read-evidence.ts";
import { generalDocumentVersions } from "../schema/agreements.ts";
import { documentSnapshots } from "../schema/document-versions.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { type Bundled, readBundledChain } from "./read-bundled-chain.ts";

/** Reads an accepted document with its evidence; null without a PDF. Throws AppError "conflict" if they differ. */
export async function readAccepted(
  deps: Pick<Deps, "evidence" | "log" | "settings">,
  reader: DbOrTx,
  uniqueDocumentId: Id,
): Promise<Bundled | null> {
  const [found] = await reader
    .select({ document: uniqueDocuments, snapshot: documentSnapshots })
    .from(uniqueDocuments)
    .innerJoin(documentSnapshots, eq(documentSnapshots.uniqueDocumentId, uniqueDocuments.uniqueDocumentId))
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  if (!found) return null;
  const { document, snapshot } = found;
  const { decision, isBroughtIn } = await readIntact(deps, reader, document);
  if (!decision) return null;
  await requireOwnFiles(deps, reader, [snapshot]);
  const [made] = await findEvidence(reader, snapshot.fileId, ["document.snapshot"]);
  const own = await findEvidence(reader, uniqueDocumentId, ["document.send", ...OF_DECISION]);
  const chain = await readBundledChain(reader, made ? [...own, made] : own);
  if (!chain) return null;
  const { externalId, name } = document;
  return {
    id: uniqueDocumentId,
    fileName: `Evidence of ${name} (${externalId})`,
    facts: {
      organization: decision.organizationName,
      document: { uniqueDocumentId, externalId, name },
      acceptedBy: { name: decision.userName, email: decision.userEmail },
      acceptedAt: decision.decidedAt.toISOString(),
      isBroughtIn,
      ...(await readHowConsented(deps, reader, decision)),
    },
    chain,
    openedOf: (event) => openedOf(event, document, decision),
    pdfHash: String(made?.facts.sha256),
  };
}

/**
 * What readers of the document may see of what its events seal: the accepted page, unless it hides prices. The person's
 * address on the network stays sealed; their name is in the PDF.
 */
function openedOf(
  { kind, salts }: EvidenceRow,
  document: DocumentRow,
  { userNameComparable: _name, userNameOrder: _order, ...decision }: DecisionRow,
): OwnLink["opened"] {
  if (!OF_DECISION.some((one) => one === kind) || !decision.page || salts.content === undefined) return {};
  if (canonicalJson(hidePricesOfPage(decision.page)) !== canonicalJson(decision.page)) return {};
  return {
    content: { salt: salts.content, group: decisionEvidence(document, decision).hashedFacts.content },
  };
}

/** Reads a signature with its evidence; null without a signed copy. Throws AppError "conflict" if they differ. */
export async function readSigned(
  deps: Pick<Deps, "evidence" | "log" | "settings">,
  reader: DbOrTx,
  signedGeneralDocumentId: Id,
): Promise<Bundled | null> {
  const signature = await findSignature(reader, signedGeneralDocumentId);
  if (!signature || signature.fileId === null || signature.version === null) return null;
  const { generalDocumentId, version } = signature;
  await requireIntactSignature(deps, reader, signature);
  const [named] = await reader
    .select({ name: generalDocumentVersions.name })
    .from(generalDocumentVersions)
    .where(
      and(
        eq(generalDocumentVersions.generalDocumentId, generalDocumentId),
        eq(generalDocumentVersions.version, version),
      ),
    );
  const [copy] = await findEvidence(reader, signature.fileId, ["agreement.copy"]);
  if (copy?.facts.ofId !== signedGeneralDocumentId)
    throw signatureDiffers(deps.log, signedGeneralDocumentId, ["signed copy"]);
  const own = await findEvidence(reader, signedGeneralDocumentId, OF_SIGNATURE);
  const chain = await readBundledChain(reader, [...own, copy]);
  if (!named || !chain) return null;
  const { name } = named;
  const by = `${signature.userFirstName} ${signature.userLastName}`;
  return {
    id: signedGeneralDocumentId,
    fileName: `Evidence of ${name} signed by ${by}`,
    facts: {
      organization: signature.organizationName,
      signature: { signedGeneralDocumentId, name, version },
      signedBy: { name: by, email: signature.userEmail },
      signedAt: signature.signedAt.toISOString(),
      isBroughtIn: own[0]?.kind === "agreement.bring-in",
      ...(await readHowConsented(deps, reader, signature)),
    },
    chain,
    // Who signed is in the PDF; their address on the network stays sealed.
    openedOf: () => ({}),
    pdfHash: String(copy.facts.sha256),
  };
}

type Recorded = Pick<
  DecisionRow,
  "recordVersion" | "accessRecordId" | "issuerRecordId" | "authorisedSince"
> & { organizationName: string | null } & Omit<
    HowConsented,
    "authorisedSince" | "accessGivenByName" | "singleSignOn"
  >;

/** How a consent came about, for the manifest. Records of format 1 have none of it, so their bundles stay as they were. */
async function readHowConsented(
  { settings }: Pick<Deps, "settings">,
  reader: DbOrTx,
  recorded: Recorded,
): Promise<{ how?: HowConsented }> {
  const { companyName } = settings.now();
  const {
    recordVersion: format,
    consent,
    intent,
    identifiedBy,
    confirmedBy,
    authorisedSince,
    accessGivenBy,
  } = recorded;
  if (format === 1) return {};
  const setUp = await findIssuerSetUp(reader, recorded);
  return {
    how: {
      consent,
      intent,
      identifiedBy,
      confirmedBy,
      accessGivenBy,
      authorisedSince: authorisedSince?.toISOString() ?? null,
      accessGivenByName: await findAccessGiverName(reader, recorded),
      ...(setUp && { singleSignOn: describeIssuer(setUp, { ...recorded, companyName }) }),
    },
  };
}
