import { canonicalJson } from "../../canonical-json.ts";
import type { SignedAnchor } from "../anchor.ts";
import {
  anchorText,
  ERASURE,
  type EvidenceEvent,
  type EvidenceKind,
  headText,
  leafText,
  OF_DECISION,
  OF_SIGNATURE,
  sealedText,
} from "../evidence-event.ts";
import type { ChainPart, OwnLink, Proven } from "./bundle-format.ts";
import { isSignedBy, sha256Hex } from "./check-signature.ts";

export type ChainFault = { kind: "cut" | "extended" | "changed"; message: string };

/** Longer parts are no one's: they would keep the program busy. */
const MAX_LINKS = 200_000;
const MAX_OWN = 1000;

/** Computes a part of the chain again. Returns what is wrong, and the heads by position. */
export async function verifyChainPart(
  part: ChainPart,
  isTrusted: (publicKey: string) => boolean,
): Promise<{ faults: ChainFault[]; heads: Map<number, string> }> {
  const { chain, before, links, end } = part;
  const faults: ChainFault[] = [];
  const heads = new Map<number, string>();
  const fault = (kind: ChainFault["kind"], message: string) => void faults.push({ kind, message });
  if (links.length > MAX_LINKS || links.filter(isOwn).length > MAX_OWN) {
    fault("changed", "The record lists more events than anything that is proved has.");
    return { faults, heads };
  }
  const expectedLength = end.position - before.position;
  if (links.length < expectedLength)
    fault("cut", `Entries are missing from the record: it has ${links.length} of ${expectedLength} events.`);
  if (links.length > expectedLength)
    fault(
      "extended",
      `Entries were added to the record: it has ${links.length} events, and ${expectedLength} belong to it.`,
    );
  let { position, head } = before;
  for (const link of links) {
    position += 1;
    const leaf = isOwn(link) ? await sha256Hex(leafText(link.event)) : link;
    head = await sha256Hex(headText(head, leaf));
    heads.set(position, head);
    if (!isOwn(link)) continue;
    for (const message of await faultsOfLink(link, { chain, position, head }, isTrusted))
      fault("changed", message);
  }
  if (links.length === expectedLength && head !== end.head)
    fault("changed", "The record was changed: its events do not lead to the end that it names.");
  if (links.length > 0 && !isOwn(links.at(-1) ?? ""))
    fault("changed", "The record was changed: its last event is not one of what it proves.");
  return { faults, heads };
}

const isOwn = (link: OwnLink | string): link is OwnLink => typeof link !== "string";

async function faultsOfLink(
  { event, publicKey, signature, opened }: OwnLink,
  at: Pick<SignedAnchor, "chain" | "position" | "head">,
  isTrusted: (publicKey: string) => boolean,
): Promise<string[]> {
  const name = `Event ${at.position}, ${WORDS[event.kind] ?? `of the kind ${event.kind}`},`;
  if (event.chain !== at.chain || event.position !== at.position)
    return [`${name} stands in another place than it says: the record was changed.`];
  if (!isTrusted(publicKey)) return [`${name} is signed with a key that the bundle does not name.`];
  if (!(await isSignedBy(publicKey, anchorText(at), signature)))
    return [`${name} is not the one that the portal signed: the record was changed.`];
  const faults: string[] = [];
  for (const [group, opening] of Object.entries(opened)) {
    if ((await sha256Hex(sealedText(opening.salt, opening.group))) !== event.sealed[group])
      faults.push(`${name} was sealed with another ${group}: the record was changed.`);
  }
  return faults;
}

/** Bundles of a newer version may have events of other kinds. */
const WORDS: Partial<Record<string, string>> = {
  "agreement.bring-in": "a signature that was brought in",
  "agreement.copy": "a signed copy",
  "agreement.sign": "a signature",
  "document.approve": "the acceptance",
  "document.bring-in": "the decision that was brought in",
  "document.decline": "the decline",
  "document.send": "a sending",
  "document.snapshot": "the making of the PDF",
  "person.erase": "an erasure of a person",
};

const EVENTS: Record<Proven["kind"], { of: readonly EvidenceKind[]; pdf: EvidenceKind; none: string }> = {
  acceptance: {
    of: ["document.approve", "document.bring-in"],
    pdf: "document.snapshot",
    none: "The record has no acceptance of this document at the time that the bundle names.",
  },
  signature: {
    of: OF_SIGNATURE,
    pdf: "agreement.copy",
    none: "The record has no such signature at the time that the bundle names.",
  },
};

/** Whether the events of the record say what the manifest says. */
export function differencesOfEvents(part: ChainPart, proven: Proven, pdfHash: string): string[] {
  const events = part.links.filter(isOwn).map(({ event }) => event);
  const { of, pdf, none } = EVENTS[proven.kind];
  const event = events.find(({ kind }) => of.includes(kind));
  const copy = events.find(({ kind }) => kind === pdf);
  const differences: string[] = [];
  if (!event || !isOf(proven, event)) differences.push(none);
  if (copy?.facts.ofId !== proven.id || copy.facts.sha256 !== pdfHash)
    differences.push(
      "The PDF is not the one that the portal made of this document and wrote into its record.",
    );
  return differences;
}

/** Whether the person who accepted or signed was erased from the record. */
export function hasErasure({ links }: ChainPart, id: string): boolean {
  return links.filter(isOwn).some(({ event }) => event.kind === ERASURE && event.subjectId === id);
}

/** What a bundle shows of what was accepted: the words of the declaration, and the total unless prices are hidden. */
export type Opened = { declaration: string | null; total: string | null };
export const NOTHING_OPENED: Opened = { declaration: null, total: null };

const AMOUNT = /^-?\d+(\.\d+)?$/;

export function openedBy({ links }: ChainPart): Opened {
  const decision = links.filter(isOwn).find(({ event }) => OF_DECISION.some((kind) => kind === event.kind));
  if (!decision) return NOTHING_OPENED;
  const { declaration } = decision.event.facts;
  const content = decision.opened.content?.group as { totalCost?: unknown } | null | undefined;
  return {
    declaration: typeof declaration === "string" ? declaration : null,
    total:
      typeof content?.totalCost === "string" && AMOUNT.test(content.totalCost) ? content.totalCost : null,
  };
}

function isOf({ kind, id, at }: Proven, { subjectId, facts }: EvidenceEvent): boolean {
  const message =
    kind === "acceptance" ? [subjectId, facts.decidedAt, facts.decision] : [subjectId, facts.signedAt];
  const expected = kind === "acceptance" ? [id, at, "APPROVED"] : [id, at];
  return canonicalJson(message) === canonicalJson(expected);
}
