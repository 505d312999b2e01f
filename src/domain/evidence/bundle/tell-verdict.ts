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
  isPersonErased,
}: Verdict): ToldVerdict {
  const sentences = [...faults];
  if (outcome === "intact" && manifest) sentences.push(...tellIntact(isKeyKnown, manifest.isBroughtIn));
  if (outcome === "intact" && isPersonErased)
    sentences.push(
      "The person was erased from the record after the acceptance, as the law lets people ask. The bundle proves what was accepted and when, and names nobody.",
    );
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
  const seal =
    "The PDF is proved by the record. Its own seal is not checked here: a PDF reader shows it, and so does “pdfsig document.pdf”.";
  return isBroughtIn ? [whole, key, brought, seal] : [whole, key, seal];
}
