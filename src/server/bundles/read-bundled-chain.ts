import { and, asc, between, eq } from "drizzle-orm";
import type { AcceptanceFacts, OwnLink, SignatureFacts } from "#domain/evidence/bundle/bundle-format.ts";
import type { Id } from "#domain/id.ts";
import type { DbOrTx } from "../db/database.ts";
import type { EvidenceRow } from "../evidence/check-evidence.ts";
import { evidenceEvents } from "../schema/evidence.ts";

type OfPortal = "company" | "portal" | "formerKeys" | "timeZone";

/** What a bundle is made of. */
export type Bundled = {
  id: Id;
  fileName: string;
  facts: Omit<AcceptanceFacts, OfPortal> | Omit<SignatureFacts, OfPortal>;
  chain: BundledChain;
  /** What readers may see of what an event seals. */
  openedOf: (event: EvidenceRow) => OwnLink["opened"];
  pdfHash: string;
};

/** A part of a chain, from the first event of what is proved to its last, and the subjects of its own events. */
type BundledChain = { events: EvidenceRow[]; subjects: readonly Id[] };

/** Null if there are no events. */
export async function readBundledChain(
  reader: DbOrTx,
  own: readonly EvidenceRow[],
): Promise<BundledChain | null> {
  const inOrder = own.toSorted((a, b) => a.position - b.position);
  const [first, last] = [inOrder.at(0), inOrder.at(-1)];
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
  return { events, subjects: own.map(({ subjectId }) => subjectId) };
}
