import { formatDollars } from "../../format.ts";
import { type FormattedVerdict, formatInstant, type Level } from "../formatted-verdict.ts";
import { type Proven, provenBy } from "./bundle-format.ts";
import { formatConsent } from "./how-consented.ts";
import type { Outcome, Verdict } from "./verify-bundle.ts";

const OUTCOMES: Record<Outcome, { level: Level; heading: string }> = {
  intact: { level: "intact", heading: "Intact" },
  "unknown-signer": { level: "unknown-signer", heading: "Intact, signer not known" },
  "newer-version": { level: "unread", heading: "Not verified: made by a newer version" },
  changed: { level: "not-intact", heading: "Not intact: the content was changed" },
  cut: { level: "not-intact", heading: "Not intact: something is missing" },
  extended: { level: "not-intact", heading: "Not intact: something was added" },
  "not-a-bundle": { level: "not-intact", heading: "Not an evidence bundle" },
  refused: { level: "not-intact", heading: "Refused: the archive is not safe to read" },
};

const WORDS: Record<Proven["kind"], { by: string; after: string; proves: string; importedAs: string }> = {
  acceptance: {
    by: "Accepted by",
    after: "the acceptance",
    proves: "accepted",
    importedAs: "The acceptance was made",
  },
  signature: {
    by: "Signed by",
    after: "the signature",
    proves: "signed",
    importedAs: "The signature was given",
  },
};

export function formatVerdict(verdict: Verdict, readersZone?: string): FormattedVerdict {
  const { outcome, faults, manifest, publicKey, opened } = verdict;
  const { level, heading } = OUTCOMES[outcome];
  const proven = manifest && provenBy(manifest);
  const words = WORDS[proven?.kind ?? "acceptance"];
  const isComplete = level === "intact" || level === "unknown-signer";
  const sentences = isComplete ? sentencesOf(verdict, words) : [...faults];
  const facts = manifest && proven ? factsOf(manifest, proven, opened, readersZone) : [];
  if (publicKey !== null) facts.push(["Key", publicKey]);
  const isOurs = outcome === "intact" && manifest;
  return { level, heading: isOurs ? `${heading}, signed by ${manifest.company}` : heading, sentences, facts };
}

/** Facts of the proven record, before the key that signed it. */
function factsOf(
  manifest: NonNullable<Verdict["manifest"]>,
  proven: Proven,
  { total, declaration }: Verdict["opened"],
  readersZone?: string,
): FormattedVerdict["facts"] {
  const { organization: organizationName, company, how, timeZone, portal } = manifest;
  const around = { decision: proven.kind, organizationName, company };
  const facts: FormattedVerdict["facts"] = [
    ["Document", proven.name],
    [WORDS[proven.kind].by, `${proven.by.name}, ${proven.by.email}`],
  ];
  if (organizationName !== null) facts.push(["For", organizationName]);
  facts.push(["At", formatInstant(proven.at, timeZone, readersZone)]);
  if (total !== null) facts.push(["Total", formatDollars(total)]);
  if (declaration !== null) facts.push(["Declaration", declaration]);
  facts.push(...formatConsent(how, around, [timeZone, readersZone]));
  facts.push(["Portal", `${company}, ${portal}`]);
  return facts;
}

/** What is true of a bundle in which nothing was changed. */
function sentencesOf(
  verdict: Verdict,
  { after, proves, importedAs }: (typeof WORDS)[Proven["kind"]],
): string[] {
  const { manifest, isPersonErased, isRepacked } = verdict;
  const sentences = manifest
    ? formatIntact(verdict, manifest.isBroughtIn && importedAs)
    : [...verdict.faults];
  if (isPersonErased)
    sentences.push(
      `The person was erased from the record after ${after}, as the law lets people ask. The bundle proves what was ${proves} and when, without a name.`,
    );
  if (isRepacked)
    sentences.push(
      "Another program repacked the archive. Its content is compared byte for byte all the same.",
    );
  return sentences;
}

/** `brought` says what was made elsewhere; false: nothing was. */
function formatIntact({ isKeyKnown }: Verdict, importedAs: string | false): string[] {
  const importedNote =
    importedAs && `${importedAs} elsewhere and brought in: the portal proves when it was entered here.`;
  return [
    "Every file is as its signer left it, and the record leads without a gap to the PDF.",
    SIGNERS[String(isKeyKnown) as keyof typeof SIGNERS],
    ...(importedNote ? [importedNote] : []),
    "The PDF is proved by the record. To check its own seal as well, unpack document.pdf and verify it here.",
  ];
}

const COMPARE =
  "Compare the key below with the one in the line “evidence:…” of the PDF or an email that came from the company itself: the part before the last colon.";

const SIGNERS = {
  true: "The key is the portal's.",
  false: `The key is not this portal's. Anyone can make such a file and write any name into it. ${COMPARE}`,
  null: `Whose key signed it is not known here. Anyone can make such a file and write any name into it. ${COMPARE}`,
};
