import { buffer } from "node:stream/consumers";
import { type ChainPart, type OwnLink, packBundle } from "#domain/evidence/bundle/bundle-format.ts";
import { leafText } from "#domain/evidence/evidence-event.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { faultsOfEvent } from "../evidence/check-evidence.ts";
import { plainFileName } from "../files/file-name.ts";
import { sha256 } from "../hash-text.ts";
import { bundleReadme } from "./bundle-readme.ts";
import type { Bundled } from "./read-bundled-chain.ts";

/** The evidence bundle: the same bytes as long as the portal keeps its key and names. */
export async function makeBundle(
  deps: Pick<Deps, "evidence" | "log" | "files" | "settings" | "env">,
  bundled: Bundled,
): Promise<{ fileName: string; bytes: Uint8Array }> {
  const { id, chain, pdfHash } = bundled;
  const stream = await deps.files.open(pdfHash);
  if (!stream)
    throw new AppError("unavailable", "The file cannot be read at the moment. Please try again later.");
  const pdf = await buffer(stream);
  const faults = [
    ...(sha256(pdf) === pdfHash ? [] : ["pdf"]),
    ...chain.events.flatMap((event) => faultsOfEvent(deps.evidence, event)),
  ];
  if (faults.length > 0) {
    deps.log.error({ id, faults }, "A document differs from its evidence");
    throw new AppError(
      "conflict",
      "This document differs from its evidence, so there is no bundle. Please contact us.",
      {
        reason: "evidence-differs",
      },
    );
  }
  const { companyName, timeZone } = deps.settings.now();
  const { publicKey } = deps.evidence;
  const keys = new Set(chain.events.map((event) => event.publicKey));
  const facts = {
    ...bundled.facts,
    company: companyName,
    timeZone,
    portal: deps.env.publicUrl,
    formerKeys: [...keys].filter((key) => key !== publicKey),
  };
  const files = { readme: bundleReadme(facts, publicKey), pdf, record: chainPartOf(bundled) };
  const bytes = packBundle(files, facts, { publicKey, sign: deps.evidence.signText, hash: sha256 });
  return { fileName: `${plainFileName(bundled.fileName)}.zip`, bytes };
}

function chainPartOf({ chain: { events, subjects }, openedOf }: Bundled): ChainPart {
  const [first, last] = [events.at(0), events.at(-1)];
  if (!first || !last) throw new Error("A bundle has no events.");
  const links = events.map((row): OwnLink | string => {
    const { chain, position, kind, subjectId, at, facts, sealed, publicKey, signature } = row;
    const event = { chain, position, kind, subjectId, at: at.toISOString(), facts, sealed };
    if (!subjects.includes(subjectId)) return sha256(leafText(event));
    return { event, publicKey, signature, opened: openedOf(row) };
  });
  return {
    chain: first.chain,
    before: { position: first.position - 1, head: first.previousHead },
    links,
    end: { position: last.position, head: last.head },
  };
}
