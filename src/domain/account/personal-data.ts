import { z } from "zod";

/**
 * What becomes of rows when their person is erased. "removed": they go. "emptied": the row stays without what it held.
 * "evidence": a record stays without name, email and network address. "unnamed": only an id stays that leads to no one.
 * "named": what a colleague wrote stays with their name of the day.
 */
export type ErasureOutcome = "removed" | "emptied" | "evidence" | "unnamed" | "named";

/** Everything that the portal stores of a person, by its name in the export, and what erasing them does with it. */
export const PERSONAL_DATA_OUTCOMES = {
  profile: "emptied",
  signIn: "removed",
  waysToSignIn: "removed",
  sessions: "removed",
  twoStepSignIn: "removed",
  passkeys: "removed",
  linkedIdentities: "removed",
  memberships: "removed",
  newEmail: "removed",
  requestsForAccess: "removed",
  invitations: "removed",
  receivedDocuments: "removed",
  requestsToSignAgain: "removed",
  notifications: "removed",
  billingContactOf: "removed",
  emails: "emptied",
  decisions: "evidence",
  signatures: "evidence",
  changesOfAccess: "evidence",
  changesOfAccessOfOthers: "evidence",
  activity: "unnamed",
  openings: "unnamed",
  mailChoices: "unnamed",
  newEmailsRequestedForOthers: "unnamed",
  requestsForAccessOfOthers: "unnamed",
  invitationsToOthers: "unnamed",
  usualRecipientOf: "unnamed",
  ownedOrganizations: "unnamed",
  documents: "unnamed",
  sentDocuments: "unnamed",
  savedPages: "unnamed",
  openPages: "unnamed",
  templates: "unnamed",
  sharedDocuments: "unnamed",
  recordedPayments: "unnamed",
  retainers: "unnamed",
  announcements: "named",
  notes: "named",
  changesOfStatus: "named",
  publishedTexts: "named",
  draftedTexts: "named",
  sections: "named",
} as const satisfies Record<string, ErasureOutcome>;

export type PersonalDataName = keyof typeof PERSONAL_DATA_OUTCOMES;
export const PERSONAL_DATA_NAMES = Object.keys(PERSONAL_DATA_OUTCOMES) as [
  PersonalDataName,
  ...PersonalDataName[],
];

/** What erasing a person does, before it is done. */
export const ErasurePreview = z.strictObject({
  /** Those that are or were theirs, in lower case. */
  emails: z.array(z.string()),
  /** How many entries there are of each kind; kinds without one are left out. */
  found: z.array(z.strictObject({ name: z.enum(PERSONAL_DATA_NAMES), count: z.int().positive() })),
  /** The PDFs that name them and are removed; those of documents and of others' signatures are made again. */
  pdfs: z.int().min(0),
});
export type ErasurePreview = z.infer<typeof ErasurePreview>;

/** How many records no longer name an erased person. */
export const Erasure = z.strictObject({
  decisions: z.int().min(0),
  signatures: z.int().min(0),
  accessRecords: z.int().min(0),
});
export type Erasure = z.infer<typeof Erasure>;

/** A link to the export of a person's data, which works for a minute. */
export const PersonalDataLink = z.strictObject({ uri: z.string() });
export type PersonalDataLink = z.infer<typeof PersonalDataLink>;
