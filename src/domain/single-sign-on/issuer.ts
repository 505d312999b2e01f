import { z } from "zod";
import { AdminProfile } from "../account/managed-person.ts";
import { StoredEmail } from "../account/user-profile.ts";
import { Id } from "../id.ts";
import { RecordVersion, Timestamp } from "../record-fields.ts";
import { findIssuerFault } from "./issuer-address.ts";

/** Issuers of the company, or of one organization. */
export const MAX_ISSUERS = 5;

/** A flow that is begun at an issuer must end within this time. */
export const FLOW_MINUTES = 10;

/** Exactly as the provider names itself in its tokens: a slash more at its end is another issuer. */
export const IssuerAddress = z
  .string()
  .trim()
  .max(500)
  .superRefine((text, context) => {
    const message = findIssuerFault(text);
    if (message !== null) context.addIssue({ code: "custom", message });
  });

const IssuerName = z
  .string()
  .trim()
  .min(1, "Please enter what your people call it, such as Microsoft or Okta")
  .max(60);
const ClientSecret = z.string().trim().min(1, "Please enter the client secret").max(1000);

export const IssuerDetails = z.strictObject({
  name: IssuerName,
  issuer: IssuerAddress,
  clientId: z.string().trim().min(1, "Please enter the client ID").max(500),
  clientSecret: ClientSecret,
});

/** What may change of an issuer: anything else makes it another one. */
export const IssuerChange = z.strictObject({
  name: IssuerName,
  /** A new secret; left out, the present one stays. */
  clientSecret: ClientSecret.optional(),
});

/** An issuer that signs in the company's people, or those of one organization. Its secret leaves the server in no answer. */
export const Issuer = z.strictObject({
  issuerId: Id,
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  /** The address that people of an organization sign in at. */
  signInPath: z.string(),
  addedAt: Timestamp,
  addedByName: z.string().nullable(),
  addedBySide: z.enum(["company", "organization"]),
  /** It signs people in from this time on. */
  effectiveFrom: Timestamp,
  /** Since then it is the only way in for the company's people; null: they may use a password or passkey. */
  requiredSince: Timestamp.nullable(),
  /** How many people have signed in by it. */
  linkedPeople: z.int().min(0),
  recordVersion: RecordVersion,
});
export type Issuer = z.infer<typeof Issuer>;

/** One of the company's people, and why an issuer of the company does not sign them in; null: it does. */
export const WayIn = AdminProfile.extend({ obstacle: z.enum(["not-linked", "passkey"]).nullable() });
export type WayIn = z.infer<typeof WayIn>;

/** What follows if the company's people sign in only by an issuer. */
export const IssuerRequirement = z.strictObject({
  /** Whether the caller's session is the issuer's. */
  isCallerSignedInByIt: z.boolean(),
  people: z.array(WayIn),
});
export type IssuerRequirement = z.infer<typeof IssuerRequirement>;

/** What the sign-in page shows of an issuer. */
export const SignInIssuer = z.strictObject({ issuerId: Id, name: z.string() });
export type SignInIssuer = z.infer<typeof SignInIssuer>;

/** A sign-in at an issuer that opens a person's account. */
export const LinkedIdentity = z.strictObject({
  linkedIdentityId: Id,
  issuerName: z.string(),
  issuer: z.string(),
  /** Null: the company's own issuer. */
  organizationName: z.string().nullable(),
  /** The email that the issuer named at the first sign-in. */
  email: StoredEmail,
  linkedAt: Timestamp,
  lastUsedAt: Timestamp,
});
export type LinkedIdentity = z.infer<typeof LinkedIdentity>;

/** Where a sign-in may lead: a path of the portal, never another site. */
export const ReturnPath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\\\s]*$/, "Expected a path of this portal");
