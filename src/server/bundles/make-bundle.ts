import { buffer } from "node:stream/consumers";
import { and, asc, between, eq } from "drizzle-orm";
import { canonicalJson } from "#domain/canonical-json.ts";
import { type ChainPart, type OwnLink, packBundle } from "#domain/evidence/bundle/bundle-format.ts";
import { leafText, OF_DECISION } from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import { hidePricesOfPage } from "#domain/pricing/hide-prices.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { decisionEvidence } from "../documents/decision-evidence.ts";
import { findProvenDecision, requireOwnFiles } from "../documents/intact-decision.ts";
import type { DecisionRow, DocumentRow } from "../documents/queries.ts";
import { documentSnapshots, uniqueDocuments } from "../documents/tables.ts";
import { type EvidenceRow, faultsOfEvent } from "../evidence/check-evidence.ts";
import { findEvidence } from "../evidence/read-evidence.ts";
import { evidenceEvents } from "../evidence/tables.ts";
import { plainFileName } from "../files/file-name.ts";
import { sha256 } from "../hash-text.ts";
import { bundleReadme } from "./bundle-readme.ts";

/** What a bundle is made of. */
type Bundled = {
  document: DocumentRow;
  decision: DecisionRow;
  isBroughtIn: boolean;
  /** The chain, from the document's first event to its PDF's. */
  events: EvidenceRow[];
  /** The subjects of the document's own events. */
  subjects: readonly Id[];
  pdfHash: string;
};

/** Reads an accepted document with its evidence; null without a PDF. Throws AppError "conflict" if they differ. */
export async function readBundled(
  deps: Pick<Deps, "evidence" | "log">,
  reader: Reader,
  uniqueDocumentId: Id,
): Promise<Bundled | null> {
  const [found] = await reader
    .select({ document: uniqueDocuments, snapshot: documentSnapshots })
    .from(uniqueDocuments)
    .innerJoin(documentSnapshots, eq(documentSnapshots.uniqueDocumentId, uniqueDocuments.uniqueDocumentId))
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  if (!found) return null;
  const { document, snapshot } = found;
  const { decision, isBroughtIn } = await findProvenDecision(deps, reader, document);
  if (!decision) return null;
  await requireOwnFiles(deps, reader, [snapshot]);
  const own = [
    ...(await findEvidence(reader, uniqueDocumentId, ["document.send", ...OF_DECISION])),
    ...(await findEvidence(reader, snapshot.fileId, ["document.snapshot"])),
  ].toSorted((a, b) => a.position - b.position);
  const [first, last] = [own.at(0), own.at(-1)];
  if (!first || !last) return null;
  const events = await reader
    .select()
    .from(evidenceEvents)
    .where(
      and(
        eq(evidenceEvents.chain, first.chain),
        between(evidenceEvents.position, first.position, last.position),
      ),
    )
    .orderBy(asc(evidenceEvents.position));
  const pdfHash = String(own.find(({ kind }) => kind === "document.snapshot")?.facts.sha256);
  return {
    document,
    decision,
    isBroughtIn,
    events,
    subjects: own.map(({ subjectId }) => subjectId),
    pdfHash,
  };
}

/** The bundle of a document: the same bytes as long as the portal keeps its key and names. */
export async function makeBundle(
  deps: Pick<Deps, "evidence" | "log" | "files" | "settings" | "env">,
  bundled: Bundled,
): Promise<{ fileName: string; bytes: Uint8Array }> {
  const { document, decision, isBroughtIn } = bundled;
  const { uniqueDocumentId, externalId, name } = document;
  const stream = await deps.files.open(bundled.pdfHash);
  if (!stream)
    throw new AppError("unavailable", "The file cannot be read at the moment. Please try again later.");
  const pdf = await buffer(stream);
  const faults = [
    ...(sha256(pdf) === bundled.pdfHash ? [] : ["pdf"]),
    ...bundled.events.flatMap((event) => faultsOfEvent(deps.evidence, event)),
  ];
  if (faults.length > 0) {
    deps.log.error({ uniqueDocumentId, faults }, "A document differs from its evidence");
    throw new AppError(
      "conflict",
      "This document differs from its evidence, so there is no bundle. Please contact us.",
      {
        reason: "evidence-differs",
      },
    );
  }
  const { companyName } = deps.settings.now();
  const { publicKey } = deps.evidence;
  const facts = {
    company: companyName,
    portal: deps.env.publicUrl,
    organization: decision.organizationName,
    document: { uniqueDocumentId, externalId, name },
    acceptedBy: { name: decision.userName, email: decision.userEmail },
    acceptedAt: decision.decidedAt.toISOString(),
    isBroughtIn,
    formerKeys: [...new Set(bundled.events.map((event) => event.publicKey))].filter(
      (key) => key !== publicKey,
    ),
  };
  const files = { readme: bundleReadme(facts, publicKey), pdf, record: chainPartOf(bundled) };
  const bytes = packBundle(files, facts, { publicKey, sign: deps.evidence.signText, hash: sha256 });
  return { fileName: `${plainFileName(`Evidence of ${name} (${externalId})`)}.zip`, bytes };
}

function chainPartOf({ events, subjects, decision, document }: Bundled): ChainPart {
  const [first, last] = [events.at(0), events.at(-1)];
  if (!first || !last) throw new Error("A bundle has no events.");
  const links = events.map((row): OwnLink | string => {
    const { chain, position, kind, subjectId, at, facts, sealed, publicKey, signature } = row;
    const event = { chain, position, kind, subjectId, at: at.toISOString(), facts, sealed };
    if (!subjects.includes(subjectId)) return sha256(leafText(event));
    return { event, publicKey, signature, opened: openedOf(row, document, decision) };
  });
  return {
    chain: first.chain,
    before: { position: first.position - 1, head: first.previousHead },
    links,
    end: { position: last.position, head: last.head },
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
  return { content: { salt: salts.content, group: decisionEvidence(document, decision).secrets.content } };
}
