import type { ActorSide } from "../access-records/access-record.ts";

/** What a screen may report of how a person consented. */
export const SHOWN_CONSENTS = ["ticked-by-person", "ticked-in-advance", "shown-without-box"] as const;
export type ShownConsent = (typeof SHOWN_CONSENTS)[number];

/** How a consent came about, as far as the client program said. */
export const CONSENTS = [...SHOWN_CONSENTS, "sent-by-program", "not-recorded"] as const;
export type Consent = (typeof CONSENTS)[number];

/** With what a person signed in, or what a visitor showed of themselves. */
export const IDENTIFICATIONS = [
  "password",
  "password-and-code",
  "passkey",
  "single-sign-on",
  "single-sign-on-and-code",
  "mailed-code",
  "typed-address",
] as const;
export type Identification = (typeof IDENTIFICATIONS)[number];

/** How a person re-authenticated for one acceptance or signature. */
export const CONFIRMATIONS = ["code", "password", "passkey", "single-sign-on"] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];

/** What a record tells of how its consent came about. Null: it is not on record, or there was none. */
export type ConsentFacts = {
  consent: Consent | null;
  intent: string | null;
  identifiedBy: Identification | null;
  confirmedBy: Confirmation | null;
};

/** The intent beside the declaration. `organizationName` undefined: no name yet; null: they act for themselves. */
export function statementOfIntent(organizationName: string | null | undefined): string {
  const whom =
    organizationName === null ? "for myself" : `on behalf of ${organizationName ?? "my Organization"}`;
  return `This is my electronic signature, and I agree to this document ${whom}.`;
}

const CONSENT_WORDS: Record<Consent, string> = {
  "ticked-by-person":
    "Ticked by the person. The screen reported that it showed these words beside a box, that the person ticked the box, and that they pressed Accept.",
  "ticked-in-advance":
    "Ticked in advance. The screen reported that it showed these words beside a box that was already ticked, and that the person pressed Accept.",
  "shown-without-box":
    "Shown without a box. The screen reported that it showed these words, and that the person pressed Accept.",
  "sent-by-program": "Sent by a program. The request reported nothing of what a screen showed to the person.",
  "not-recorded":
    "Not recorded. It was made elsewhere, or before the portal recorded how consent came about.",
};

/** "Ticked by the person. The screen reported …" */
export function describeConsent(consent: Consent | null): string {
  return CONSENT_WORDS[consent ?? "not-recorded"];
}

const SIGN_INS: Partial<Record<Identification, string>> = {
  password: "a password",
  "password-and-code": "a password and a code of an authenticator app or a backup code",
  passkey: "a passkey",
  "single-sign-on": "single sign-on",
  "single-sign-on-and-code": "single sign-on and a code of an authenticator app or a backup code",
};

const CONFIRMATION_WORDS: Record<Confirmation, string> = {
  code: "entered a new code of an authenticator app or a backup code",
  password: "entered the password again",
  passkey: "used a passkey again",
  "single-sign-on": "signed in again there",
};

/** "Signed in with a password. For this acceptance: entered the password again." */
export function describeIdentification(
  { consent, identifiedBy, confirmedBy }: Omit<ConsentFacts, "intent">,
  decision: "acceptance" | "signature",
): string {
  if (identifiedBy === null) return "Not recorded";
  if (identifiedBy === "mailed-code") return "Entered a code that was sent to this email address";
  if (identifiedBy === "typed-address") return "Typed this name and email address. Neither was checked then.";
  const signIn = SIGN_INS[identifiedBy] ?? identifiedBy;
  const how =
    consent === "sent-by-program"
      ? `A program with a token from a sign-in with ${signIn}`
      : `Signed in with ${signIn}`;
  return confirmedBy === null ? how : `${how}. For this ${decision}: ${CONFIRMATION_WORDS[confirmedBy]}.`;
}

const SIDE_WORDS: Record<ActorSide, string> = {
  company: "the company",
  organization: "their organization",
  self: "themselves",
  operator: "an operator of the portal",
  import: "an import by the company",
};

type AccessGiven = Pick<ConsentFacts, "identifiedBy"> & {
  accessGivenBy: ActorSide | null;
  accessGivenByName: string | null;
  organizationName: string | null;
};

/** "Access given by Olive Owner of Ember & Oak" */
export function describeAccessGiven(
  { identifiedBy, accessGivenBy, accessGivenByName, organizationName }: AccessGiven,
  companyName: string,
): string {
  const isVisitor = identifiedBy === "typed-address" || identifiedBy === "mailed-code";
  if (isVisitor) return "Signed without an account. No permission was checked.";
  if (accessGivenBy === null) return organizationName === null ? "No permission is needed" : "Not recorded";
  const giver = { actorSide: accessGivenBy, actorName: accessGivenByName };
  return `Access given by ${describeActor(giver, { companyName, organizationName })}`;
}

type Actor = { actorSide: ActorSide; actorName: string | null };
type Sides = { companyName: string; organizationName: string | null };

/** "Olive Owner of Ember & Oak" */
function describeActor({ actorSide, actorName }: Actor, { companyName, organizationName }: Sides): string {
  if (actorName === null || actorSide === "self") return SIDE_WORDS[actorSide];
  const side = { company: companyName, organization: organizationName, import: companyName, operator: null }[
    actorSide
  ];
  return side === null ? actorName : `${actorName} of ${side}`;
}

/** The issuer of single sign-on that signed a person in, and who set it up. */
export type IssuerSetUp = Actor & { issuer: string };

/** "Single sign-on at https://login.harbour.example, set up by Wren Alder of Harbour" */
export function describeIssuer(setUp: IssuerSetUp, sides: Sides): string {
  return `Single sign-on at ${setUp.issuer}, set up by ${describeActor(setUp, sides)}`;
}
