import type { DecisionRefusal } from "../access/two-sides.ts";
import type { Id } from "../id.ts";
import type { ListedPermission } from "../permissions/organization-permission.ts";
import type { GeneralDocument } from "./general-document.ts";

/** The sign form's message for each invalid field (spec 2 section 5). */
export const SIGN_MESSAGES = {
  firstName: "Please enter your first name",
  lastName: "Please enter your last name",
  invalidEmail: "Please enter a valid email",
  email: "Please enter your email",
  organizationName: "Please enter your organization name",
} as const;

/** Only a document for new organizations asks for the organization's name (spec 2 section 5). */
export function needsOrganizationName({ signatureType }: Pick<GeneralDocument, "signatureType">): boolean {
  return signatureType === "ACKNOWLEDGE_NEW_ORG";
}

/** On whose behalf someone signs: a named organization, an organization without a name, or only themselves. */
export type SignedFor = { organizationName: string | null; isForSelf: boolean };

/** The declaration that a person signs. The signature stores it word for word. */
export function signingDeclaration({ organizationName, isForSelf }: SignedFor, companyName: string): string {
  const accepted = isForSelf
    ? "I accept this for myself and not on behalf of an organization"
    : `I have the authority to accept this on behalf of ${organizationName ?? "my Organization"}`;
  return (
    `I confirm that ${accepted}, and that my acceptance is an electronic signature that creates a legally binding ` +
    `contract with ${companyName}.`
  );
}

export type SigningRefusal = "unknown-organization" | "read-only" | "organization-needed" | DecisionRefusal;

/** For whom a person signs: an organization here, one whose name they type, or with neither only themselves. */
type AskedFor = { organizationId: Id | null; typedName: string | null };

/**
 * Why a person may not sign for this organization, or null. Null as organization is for people who can decide for none,
 * and a person whose decisions are held signs for themselves. The hold is checked when the caller is confirmed.
 */
export function refuseSigningFor(
  permissions: readonly ListedPermission[],
  { organizationId, typedName }: AskedFor,
): SigningRefusal | null {
  if (organizationId === null) {
    const ofWriter = permissions.filter((one) => one.permissionType === "write");
    if (ofWriter.some((one) => one.decisionRefusal === null)) return "organization-needed";
    return typedName === null ? null : (ofWriter[0]?.decisionRefusal?.reason ?? null);
  }
  const permission = permissions.find((one) => one.organizationId === organizationId);
  if (!permission) return "unknown-organization";
  return permission.permissionType === "write" ? null : "read-only";
}

/** Equal keys sign a version once. A visitor's has all names, so that no one can block another person's signature. */
export function signerKey(
  signer:
    | { userProfileId: Id; organizationId: Id | null }
    | {
        email: string;
        firstName: string;
        lastName: string;
        organizationName: string | null;
        /** A number such as an ABN; null: whatever the number. */
        identifier: string | null;
      },
): string {
  if ("userProfileId" in signer)
    return JSON.stringify(["person", signer.userProfileId, signer.organizationId]);
  const { email, firstName, lastName, organizationName, identifier } = signer;
  const typed = [email, firstName, lastName, organizationName, identifier];
  return JSON.stringify(["visitor", ...typed.map((text) => text && comparable(text))]);
}

function comparable(text: string): string {
  return text.normalize("NFC").trim().replaceAll(/\s+/g, " ").toLowerCase();
}
