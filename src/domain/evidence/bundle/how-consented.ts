import { ACTOR_SIDES, type ActorSide } from "../../access-records/access-record.ts";
import {
  CONSENTS,
  type Consent,
  type ConsentFacts,
  describeAccessGiven,
  describeConsent,
  describeIdentification,
} from "../../consent/consent.ts";
import { formatInstant } from "../formatted-verdict.ts";

/** How a consent came about and with what right, as both sides may see it. Null: it is not on record. */
export type HowConsented = {
  consent: string | null;
  intent: string | null;
  identifiedBy: string | null;
  confirmedBy: string | null;
  /** ISO 8601, in UTC. */
  authorisedSince: string | null;
  accessGivenBy: string | null;
  accessGivenByName: string | null;
  /** The single sign-on that signed the person in, and who set it up. Left out if none did. */
  singleSignOn?: string;
};

export const HOW_CONSENTED = [
  "consent",
  "intent",
  "identifiedBy",
  "confirmedBy",
  "authorisedSince",
  "accessGivenBy",
  "accessGivenByName",
] as const satisfies (keyof HowConsented)[];

/** Bundles of records of version 1 have none. */
export function isHowConsented(value: unknown): value is HowConsented | undefined {
  if (value === undefined) return true;
  if (typeof value !== "object" || value === null) return false;
  const decoded = value as Record<string, unknown>;
  const { singleSignOn } = decoded;
  if (singleSignOn !== undefined && typeof singleSignOn !== "string") return false;
  return HOW_CONSENTED.every((name) => decoded[name] === null || typeof decoded[name] === "string");
}

type Around = { decision: "acceptance" | "signature"; organizationName: string | null; company: string };

/** The facts with their names. A word that this version does not know is told as it is. */
export function formatConsent(
  how: HowConsented | undefined,
  { decision, organizationName, company }: Around,
  zones: [timeZone: string | undefined, readersZone: string | undefined],
): [term: string, value: string][] {
  if (!how) return [["How it came about", describeConsent("not-recorded")]];
  const { consent, authorisedSince, accessGivenBy } = how;
  const facts = how as unknown as ConsentFacts;
  const accessGiven = { ...facts, accessGivenByName: how.accessGivenByName, organizationName };
  const isKnown = accessGivenBy === null || ACTOR_SIDES.includes(accessGivenBy as ActorSide);
  const by = isKnown
    ? describeAccessGiven({ ...accessGiven, accessGivenBy: accessGivenBy as ActorSide | null }, company)
    : accessGivenBy;
  const since = authorisedSince === null ? [] : [formatInstant(authorisedSince, ...zones)];
  return [
    [
      "How it came about",
      consent === null || CONSENTS.includes(consent as Consent)
        ? describeConsent(consent as Consent | null)
        : consent,
    ],
    ...(how.intent === null ? [] : [["Intent", how.intent] as [string, string]]),
    [
      "How identified",
      [describeIdentification(facts, decision), ...(how.singleSignOn ? [how.singleSignOn] : [])].join("\n"),
    ],
    [decision === "acceptance" ? "May accept since" : "May sign since", [...since, by].join("\n")],
  ];
}
