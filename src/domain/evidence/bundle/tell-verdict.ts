import { type Proven, provenBy } from "./bundle-format.ts";
import type { Verdict } from "./verify-bundle.ts";

const HEADINGS: Record<Verdict["outcome"], string> = {
  intact: "Intact",
  "other-key": "Signed with another key",
  changed: "Not intact: the content was changed",
  cut: "Not intact: something is missing",
  extended: "Not intact: something was added",
  "not-a-bundle": "Not an evidence bundle",
  refused: "Refused: the archive is not safe to read",
};

const WORDS: Record<Proven["kind"], { by: string; after: string; proves: string; brought: string }> = {
  acceptance: {
    by: "Accepted by",
    after: "the acceptance",
    proves: "accepted",
    brought: "The acceptance was made",
  },
  signature: {
    by: "Signed by",
    after: "the signature",
    proves: "signed",
    brought: "The signature was given",
  },
};

/** The verdict in words: a heading, sentences, and facts with their names. */
export type ToldVerdict = { heading: string; sentences: string[]; facts: [term: string, value: string][] };

export function tellVerdict({
  outcome,
  faults,
  isPackedAnew,
  manifest,
  publicKey,
  isKeyKnown,
  isPersonErased,
}: Verdict): ToldVerdict {
  const sentences = [...faults];
  const proven = manifest && provenBy(manifest);
  const words = WORDS[proven?.kind ?? "acceptance"];
  if (outcome === "intact" && manifest)
    sentences.push(...tellIntact(isKeyKnown, manifest.isBroughtIn && words.brought));
  if (outcome === "intact" && isPersonErased)
    sentences.push(
      `The person was erased from the record after ${words.after}, as the law lets people ask. The bundle proves what was ${words.proves} and when, and names nobody.`,
    );
  if (isPackedAnew && (outcome === "intact" || outcome === "other-key"))
    sentences.push(
      "Another program packed the archive anew. Its content is compared byte for byte all the same.",
    );
  const facts: ToldVerdict["facts"] = [];
  if (manifest && proven) {
    facts.push(["Document", proven.name], [words.by, `${proven.by.name}, ${proven.by.email}`]);
    if (manifest.organization !== null) facts.push(["For", manifest.organization]);
    facts.push(["At", proven.at], ["Portal", `${manifest.company}, ${manifest.portal}`]);
  }
  if (publicKey !== null) facts.push(["Key", publicKey]);
  const isOurs = outcome === "intact" && manifest && isKeyKnown;
  const heading = isOurs ? `Intact, signed by ${manifest.company}` : HEADINGS[outcome];
  return { heading, sentences, facts };
}

/** `brought` says what was made elsewhere; false: nothing was. */
function tellIntact(isKeyKnown: boolean | null, brought: string | false): string[] {
  const whole = "Every file is as the portal signed it, and the record leads without a gap to the PDF.";
  const key = isKeyKnown
    ? "The key is the portal's."
    : "Compare the key with the one in the line “evidence:…” of the PDF or an email: the part before the last colon.";
  const seal =
    "The PDF is proved by the record. Its own seal is not checked here: a PDF reader shows it, and so does “pdfsig document.pdf”.";
  const told = brought && `${brought} elsewhere and brought in: the portal proves when it was entered here.`;
  return told ? [whole, key, told, seal] : [whole, key, seal];
}
