import { formatConsent, HOW_CONSENTED, isHowConsented } from "../bundle/how-consented.ts";
import { OF_SIGNATURE } from "../evidence-event.ts";
import { type FormattedVerdict, formatInstant, type Level } from "../formatted-verdict.ts";
import type { PdfOutcome, PdfRecord, PdfVerdict } from "./verify-pdf.ts";

const OUTCOMES: Record<PdfOutcome, { level: Level; heading: string }> = {
  intact: { level: "intact", heading: "Intact" },
  "unknown-signer": { level: "unknown-signer", heading: "Intact, signer not known" },
  changed: { level: "not-intact", heading: "Not intact: the content was changed" },
  cut: { level: "not-intact", heading: "Not intact: something is missing" },
  extended: { level: "not-intact", heading: "Not intact: something was added" },
  "not-sealed": { level: "unread", heading: "Not verified: this PDF has no seal" },
  "no-record": { level: "unread", heading: "Not verified: not a PDF of a decision or signature" },
  "newer-version": { level: "unread", heading: "Not verified: made by a newer version" },
};

export function formatPdfVerdict(
  { outcome, faults, signer, record }: PdfVerdict,
  readersZone?: string,
): FormattedVerdict {
  const { level, heading } = OUTCOMES[outcome];
  const isWhole = level === "intact" || level === "unknown-signer";
  const name = signer?.name || "a signer without a name";
  const sentences = [...faults];
  if (isWhole && record)
    sentences.push(formatProved(record, level, name), SIGNERS[level](name), ...formatImported(record), REST);
  const facts = record ? [...factsOf(record, readersZone), ...consentOf(record, name, readersZone)] : [];
  if (signer) facts.push(["Sealed by", name]);
  if (record) facts.push(["Key", record.publicKey]);
  return {
    level,
    heading: outcome === "intact" ? `${heading}, sealed by ${name}` : heading,
    sentences,
    facts,
  };
}

const isSignature = ({ event }: PdfRecord) => OF_SIGNATURE.some((kind) => kind === event.kind);
const isBroughtIn = ({ event }: PdfRecord) => event.kind.endsWith(".bring-in");
const momentOf = ({ event }: PdfRecord) => String(event.facts.decidedAt ?? event.facts.signedAt ?? event.at);

/** "This is what Wanda Writer accepted for Harbour Coffee on 26 Nov 2026, 9:37:16 am AEDT." */
function formatProved(record: PdfRecord, level: Level, company: string): string {
  const { facts } = record.event;
  const did = isSignature(record) ? "signed" : facts.decision === "DECLINED" ? "declined" : "accepted";
  const whom = typeof facts.organizationName === "string" ? ` for ${facts.organizationName}` : "";
  const [at] = formatInstant(momentOf(record), record.timeZone, "UTC").split("\n");
  // Of a signer whom the reader does not know only the file says so.
  const who = level === "intact" ? "This is" : "The file says that it is";
  const what = `what ${personOf(record).name} ${did}${whom} on ${at}`;
  // What was brought in the person did not do here: the company says that they did.
  if (isBroughtIn(record)) return `${level === "intact" ? `${company} says that this is` : who} ${what}.`;
  return `${who} ${what}, byte for byte.`;
}

function personOf({ shown }: PdfRecord): { name: string; email: string } {
  const words = (...names: string[]) =>
    names
      .map((name) => (typeof shown[name] === "string" ? shown[name] : ""))
      .join(" ")
      .trim();
  return { name: words("userName") || words("userFirstName", "userLastName"), email: words("userEmail") };
}

const SIGNERS = {
  intact: (name: string) => `This portal sealed it, as ${name}, and signed its record.`,
  "unknown-signer": (name: string) =>
    `The seal names ${name}, but this portal does not know its key. Anyone can make such a file and write any name into ` +
    "it. Verify it at the portal of the company, or compare the key below with the line “evidence:…” of an email that came " +
    "from the company itself.",
};

function formatImported(record: PdfRecord): string[] {
  return isBroughtIn(record)
    ? ["It was made elsewhere and brought in: the portal proves when it was entered here."]
    : [];
}

const REST = "A time stamp and the issuers of the certificate are not checked here: a PDF reader shows them.";

function factsOf(record: PdfRecord, readersZone?: string): FormattedVerdict["facts"] {
  const { event, shown, timeZone } = record;
  const { name, email } = personOf(record);
  const document = [shown.name, typeof shown.externalId === "string" && `(${shown.externalId})`];
  const facts: FormattedVerdict["facts"] = [
    ["Document", document.filter((one) => typeof one === "string").join(" ")],
    [isSignature(record) ? "Signed by" : "Accepted by", `${name}, ${email}`],
  ];
  const { organizationName, declaration } = event.facts;
  if (typeof organizationName === "string") facts.push(["For", organizationName]);
  facts.push(["At", formatInstant(momentOf(record), timeZone, readersZone)]);
  const { total, totalLabel } = shown;
  if (typeof total === "string") facts.push([typeof totalLabel === "string" ? totalLabel : "Total", total]);
  if (typeof declaration === "string") facts.push(["Declaration", declaration]);
  return facts;
}

/** How consent came about, which the event tells; names stand in what the pages show. */
function consentOf(record: PdfRecord, company: string, readersZone?: string): FormattedVerdict["facts"] {
  const { event, shown, timeZone } = record;
  const { organizationName, recordVersion } = { ...shown, ...event.facts };
  const factOf = (name: string) => event.facts[name] ?? shown[name] ?? null;
  const how: unknown =
    typeof recordVersion === "number"
      ? {
          ...Object.fromEntries(HOW_CONSENTED.map((name) => [name, factOf(name)])),
          singleSignOn: shown.singleSignOn,
        }
      : undefined;
  if (!isHowConsented(how)) return [];
  const around = {
    decision: isSignature(record) ? ("signature" as const) : ("acceptance" as const),
    organizationName: typeof organizationName === "string" ? organizationName : null,
    company,
  };
  return formatConsent(how, around, [typeof timeZone === "string" ? timeZone : undefined, readersZone]);
}
