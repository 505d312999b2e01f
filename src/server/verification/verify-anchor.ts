import { and, eq } from "drizzle-orm";
import { recoverAnchor } from "#domain/evidence/recover-anchor.ts";
import type { Outcome } from "../commands/serve-commands.ts";
import type { Deps } from "../deps.ts";
import { isSignedWith } from "../evidence/evidence-key.ts";
import { evidenceEvents } from "../schema/evidence.ts";
import { formatEvent } from "./format-difference.ts";
import { findEnds, verifyChain } from "./verify-chains.ts";

/** Compares an anchor from a PDF or mail with its chain, which anyone with database and key could rewrite. */
export async function verifyAnchor(deps: Pick<Deps, "db" | "evidence">, text: string): Promise<Outcome> {
  const ends = await findEnds(deps.db);
  const known = { chains: ends.map((end) => end.chain), keys: deps.evidence.publicKeys };
  const anchor = await recoverAnchor(text, known);
  if (!anchor)
    return bad(
      "This is no anchor. It begins with “evidence:” and is printed in accepted PDFs and in emails. Copy it whole, with its hyphens.",
    );
  const { chain, position, head, publicKey, signature } = anchor;
  if (!isSignedWith(publicKey, anchor, signature))
    return bad("The signature in this anchor doesn't fit: it was copied wrongly or changed.");
  if (!deps.evidence.isTrusted(publicKey))
    return bad(
      "This anchor is signed with a key that this portal doesn't know: it is another portal's, or forged.",
    );
  const end = ends.find((one) => one.chain === chain);
  if (!end) return bad(`The portal signed this anchor, but the chain ${chain} was removed.`);
  const [event] = await deps.db
    .select()
    .from(evidenceEvents)
    .where(and(eq(evidenceEvents.chain, chain), eq(evidenceEvents.position, position)));
  if (!event)
    return bad(
      `The portal signed event ${position} of ${end.name}, which is gone: the chain was cut off or emptied.`,
    );
  if (event.head !== head)
    return bad(
      `The chain of ${end.name} was rewritten: its event ${position} isn't the one that the portal signed for this anchor.`,
    );
  const differences = await verifyChain(deps, end, () => undefined);
  const description = formatEvent(end.name, event);
  if (differences.length > 0)
    return bad([`This anchor is ${description}, but its chain isn't intact.`, ...differences].join("\n  "));
  const message = `Intact: this anchor is ${description}, and the whole chain is as the portal kept it.`;
  return { isGood: true, message };
}

function bad(message: string): Outcome {
  return { isGood: false, message };
}
