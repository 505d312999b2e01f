import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import { ERASURE } from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import { outsideImages } from "#domain/page/images.ts";
import { unshowableTypes } from "#domain/page/known-blocks.ts";
import { isOfNewerVersion } from "#domain/page/page-version.ts";
import type { Reader } from "../db/database.ts";
import type { Deps, EvidenceKey } from "../deps.ts";
import { showOwnSizes } from "../images/show-images.ts";
import { type Content, contentOfPage } from "./content.ts";
import { findProvenDecision, requireIntactVersion, requireOwn } from "./intact-decision.ts";
import { presentDocument } from "./present.ts";
import { type DocumentRecord, parseRecord, type RecordText } from "./read-record.ts";
import { resolveSent } from "./resolve-page.ts";

/** What follows from a record and the key that signed its evidence. */
export type ProvenDocument = Pick<DocumentRecord, "document" | "snapshots" | "predecessor"> &
  Awaited<ReturnType<typeof findProvenDecision>> & {
    content: Content;
    /** The addresses of images on other hosts, of which the portal may have copies. */
    outside: string[];
    unshowable: string[];
    isNewer: boolean;
    /** The answer to clients as long as none of its images is stored, without the links to its files. */
    shown: Omit<UniqueDocument, "documentSnapshots">;
  };

/** A page and what it was made of take about six times the room of the text. */
const MOST_KEPT_CHARACTERS = 1_000_000;
const LONGEST_KEPT = 100_000;

type Kept = { byId: Map<Id, { text: string; proven: ProvenDocument }>; characters: number };
const KEPT = new WeakMap<EvidenceKey, Kept>();

/**
 * The document of a record, compared with its evidence. Throws AppError "conflict" if they differ. What was found is
 * remembered for the very same text, which names its organization: a record that differs in one letter is proven anew.
 */
export async function proveRecord(
  deps: Pick<Deps, "evidence" | "log">,
  reader: Reader,
  { id, text }: RecordText,
): Promise<ProvenDocument> {
  const kept = KEPT.get(deps.evidence) ?? { byId: new Map(), characters: 0 };
  KEPT.set(deps.evidence, kept);
  const known = kept.byId.get(id);
  if (known?.text === text) return known.proven;
  const proven = await prove(deps, reader, parseRecord(text));
  forget(kept, id);
  if (text.length <= LONGEST_KEPT) {
    kept.byId.set(id, { text, proven });
    kept.characters += text.length;
  }
  // The first ones are the oldest.
  for (const oldest of kept.byId.keys()) if (kept.characters > MOST_KEPT_CHARACTERS) forget(kept, oldest);
  return proven;
}

function forget(kept: Kept, id: Id): void {
  kept.characters -= kept.byId.get(id)?.text.length ?? 0;
  kept.byId.delete(id);
}

async function prove(
  deps: Pick<Deps, "evidence" | "log">,
  reader: Reader,
  record: DocumentRecord,
): Promise<ProvenDocument> {
  const { document, sent, choices, events, isLacking, snapshots, predecessor } = record;
  const proof = {
    event: events.find(({ kind }) => kind !== ERASURE && kind !== "document.send"),
    erasures: events.filter(({ kind }) => kind === ERASURE),
  };
  const known = { decision: record.decision, proof };
  const { decision, isBroughtIn } = await findProvenDecision(deps, reader, document, known);
  const { uniqueDocumentId, status } = document;
  const isOpen = !decision && status !== "DRAFT";
  const content = contentOfPage(
    document,
    decision,
    isOpen ? resolveSent(uniqueDocumentId, sent, choices) : undefined,
  );
  const sendings = { events: events.filter(({ kind }) => kind === "document.send"), isLacking };
  await requireIntactVersion(deps, reader, document, content.sent, sendings);
  for (const snapshot of snapshots) requireOwn(deps, snapshot, snapshot.ofId);
  const row = { document, decider: decision, isBroughtIn, snapshots: [], predecessor };
  const page = showOwnSizes(content.page);
  const { documentSnapshots: _none, ...shown } = presentDocument(row, { ...content, page }, String);
  return {
    ...{ document, decision, isBroughtIn, content, snapshots, predecessor, shown },
    outside: outsideImages(content.page),
    unshowable: unshowableTypes(content.page),
    isNewer: isOfNewerVersion(content.page),
  };
}
