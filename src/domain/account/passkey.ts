import { z } from "zod";
import { Id } from "../id.ts";
import { Timestamp } from "../record-fields.ts";
import { MAX_PASSKEY_NAME_LENGTH } from "./field-lengths.ts";

// The shapes that browsers read and write: `toJSON` and `parse…FromJSON` of WebAuthn's PublicKeyCredential.

export const MAX_PASSKEYS = 20;
/** The longest id that WebAuthn allows, and more than the signatures and attestations of any authenticator. */
const MAX_CREDENTIAL_ID_LENGTH = 1400;
const MAX_PART_LENGTH = 8000;
/** USB, NFC, a phone nearby and such. */
const MAX_TRANSPORTS = 10;

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/);
const CredentialId = base64url(MAX_CREDENTIAL_ID_LENGTH);
const Transports = z.array(z.string().max(20)).max(MAX_TRANSPORTS);

export const PasskeyName = z.string().trim().min(1).max(MAX_PASSKEY_NAME_LENGTH);

/** A key that the person's own device keeps, and uses after a look at their face, finger or PIN. */
export const Passkey = z.strictObject({
  passkeyId: Id,
  name: z.string(),
  addedAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

const Descriptor = z.strictObject({
  type: z.literal("public-key"),
  id: CredentialId,
  transports: Transports,
});

export const PasskeySetup = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal("public-key"), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal("none"),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  excludeCredentials: z.array(Descriptor),
});
export type PasskeySetup = z.infer<typeof PasskeySetup>;

export const PasskeyRequest = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal("required"),
  /** Empty: whichever passkey the person has for this portal. */
  allowCredentials: z.array(Descriptor),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

const credential = <Response extends z.ZodType>(response: Response) =>
  z.object({ id: CredentialId, type: z.literal("public-key"), response });

export const PasskeyAttestation = credential(
  z.object({
    clientDataJSON: base64url(MAX_PART_LENGTH),
    attestationObject: base64url(MAX_PART_LENGTH),
    transports: Transports.optional(),
  }),
);
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>;

export const PasskeyAssertion = credential(
  z.object({
    clientDataJSON: base64url(MAX_PART_LENGTH),
    authenticatorData: base64url(MAX_PART_LENGTH),
    signature: base64url(MAX_PART_LENGTH),
    userHandle: base64url(100).nullish(),
  }),
);
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;
