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

/** The verdict in words: a heading, sentences, and facts with their names. */
export type ToldVerdict = { heading: string; sentences: string[]; facts: [term: string, value: string][] };

export function tellVerdict({
  outcome,
  faults,
  isPackedAnew,
  manifest,
  publicKey,
  isKeyKnown,
}: Verdict): ToldVerdict {
  const sentences = [...faults];
  if (outcome === "intact" && manifest) sentences.push(...tellIntact(isKeyKnown, manifest.isBroughtIn));
  if (isPackedAnew && (outcome === "intact" || outcome === "other-key"))
    sentences.push(
      "Another program packed the archive anew. Its content is compared byte for byte all the same.",
    );
  const facts: ToldVerdict["facts"] = [];
  if (manifest)
    facts.push(
      ["Document", `${manifest.document.name} (${manifest.document.externalId})`],
      ["Accepted by", `${manifest.acceptedBy.name}, ${manifest.acceptedBy.email}`],
      ["For", manifest.organization],
      ["At", manifest.acceptedAt],
      ["Portal", `${manifest.company}, ${manifest.portal}`],
    );
  if (publicKey !== null) facts.push(["Key", publicKey]);
  const isOurs = outcome === "intact" && manifest && isKeyKnown;
  const heading = isOurs ? `Intact, signed by ${manifest.company}` : HEADINGS[outcome];
  return { heading, sentences, facts };
}

function tellIntact(isKeyKnown: boolean | null, isBroughtIn: boolean): string[] {
  const whole = "Every file is as the portal signed it, and the record leads without a gap to the PDF.";
  const key = isKeyKnown
    ? "The key is the portal's."
    : "Compare the key with the one in the line “evidence:…” of the PDF or an email: the part before the last colon.";
  const brought =
    "The acceptance was made elsewhere and brought in: the portal proves when it was entered here.";
  return isBroughtIn ? [whole, key, brought] : [whole, key];
}
