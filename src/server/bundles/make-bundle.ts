import { hash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import {
  BUNDLE_STATEMENT,
  BUNDLE_VERSION,
  type BundleFacts,
  type ChainPart,
  type OwnLink,
  type Proven,
  packBundle,
  provenBy,
} from "#domain/evidence/bundle/bundle-format.ts";
import { leafText } from "#domain/evidence/evidence-event.ts";
import { AppError, evidenceError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { faultsOfEvent } from "../evidence/check-evidence.ts";
import { plainFileName } from "../files/file-links.ts";
import { VERSION } from "../version.ts";
import type { Bundled } from "./read-bundled-chain.ts";

/** The evidence bundle: the same bytes as long as the portal keeps its version, key and names. */
export async function makeBundle(
  deps: Pick<Deps, "evidence" | "log" | "files" | "settings" | "env">,
  bundled: Bundled,
): Promise<{ fileName: string; bytes: Uint8Array }> {
  const { id, chain, pdfHash } = bundled;
  const stream = await deps.files.open(pdfHash);
  if (!stream)
    throw new AppError("unavailable", "The file can't be read at the moment. Please try again later.");
  const pdf = await buffer(stream);
  const faults = [
    ...(hash("sha256", pdf) === pdfHash ? [] : ["pdf"]),
    ...chain.events.flatMap((event) => faultsOfEvent(deps.evidence, event)),
  ];
  if (faults.length > 0) {
    deps.log.error({ id, faults }, "A document differs from its evidence");
    throw evidenceError("This document differs from its evidence, so there is no bundle. Please contact us.");
  }
  const { companyName, timeZone } = deps.settings.now();
  const { publicKey } = deps.evidence;
  const keys = new Set(chain.events.map((event) => event.publicKey));
  const facts = {
    ...bundled.facts,
    company: companyName,
    timeZone,
    portal: deps.env.publicUrl,
    portalVersion: VERSION,
    formerKeys: [...keys].filter((key) => key !== publicKey),
  };
  const files = { readme: bundleReadme(facts, publicKey), pdf, record: chainPartOf(bundled) };
  const bytes = packBundle(files, facts, {
    publicKey,
    sign: deps.evidence.signText,
    hash: (bytes) => hash("sha256", bytes),
  });
  return { fileName: `${plainFileName(bundled.fileName)}.zip`, bytes };
}

function chainPartOf({ chain: { events, subjects }, openedOf }: Bundled): ChainPart {
  const [first, last] = [events.at(0), events.at(-1)];
  if (!first || !last) throw new Error("A bundle has no events.");
  const links = events.map((row): OwnLink | string => {
    const { chain, position, kind, subjectId, at, facts, sealed, publicKey, signature } = row;
    const event = { chain, position, kind, subjectId, at: at.toISOString(), facts, sealed };
    if (!subjects.includes(subjectId)) return hash("sha256", leafText(event));
    return { event, publicKey, signature, opened: openedOf(row) };
  });
  return {
    chain: first.chain,
    before: { position: first.position - 1, head: first.previousHead },
    links,
    end: { position: last.position, head: last.head },
  };
}

const WORDS: Record<Proven["kind"], { title: string; did: string; mails: string }> = {
  acceptance: { title: "Evidence of an acceptance", did: "accepted", mails: "the acceptance" },
  signature: { title: "Evidence of a signature", did: "signed", mails: "the signature" },
};

/** The README.txt of a bundle, for someone who has never seen the portal. */
function bundleReadme(facts: BundleFacts, publicKey: string): string {
  const { company, portal, portalVersion, organization } = facts;
  const { kind, name, by, at } = provenBy(facts);
  const { title, did, mails } = WORDS[kind];
  const whom = organization === null ? "for no one but themselves" : `for ${organization}`;
  return `${title}

${by.name} (${by.email}) ${did} "${name}"
${whom}, at ${at}, in the portal of ${company}.

To verify this bundle, open ${portal}/verify and choose the zip file.
The page sends nothing anywhere. You can save it and use it later, without the portal.
It also takes document.pdf alone.
With the portal's program:  npm run counterpart -- verify <this zip>

Counterpart ${portalVersion} made this bundle.
The format is "${BUNDLE_STATEMENT}", version ${BUNDLE_VERSION}. A verifier that knows only earlier versions says
so. Then use the page above, or the program of the portal that made this bundle.

What is in it
  document.pdf    The PDF of ${mails}. It is sealed, which PDF readers show by themselves.
  evidence.json   The part of ${company}'s record that proves it: every event of it, and of other
                  events in between only their SHA-256.
  manifest.json   Who ${did} what and when, and the SHA-256 of the files.
  signature.json  The portal's key (Ed25519) and its signature of manifest.json.

The portal's key: ${publicKey}
It is also in the line "evidence:..." that the PDF and the emails about ${mails} show, before the
last colon. If the keys are equal, the same portal made all of them.
`;
}
