import type { Id } from "../id.ts";
import type { OrganizationPermission } from "../permissions/organization-permission.ts";
import type { GeneralDocument } from "./general-document.ts";

/** What the sign form says of a field that is not filled in as it should be (spec 2 section 5). */
export const SIGN_MESSAGES = {
  firstName: "Please enter your first name",
  lastName: "Please enter your last name",
  invalidEmail: "Please enter a valid email",
  email: "Please enter your email",
  organizationName: "Please enter your organization name",
} as const;

/** Only a document that greets new organizations must know which one (spec 2 section 5). */
export function needsOrganizationName({ signatureType }: Pick<GeneralDocument, "signatureType">): boolean {
  return signatureType === "ACKNOWLEDGE_NEW_ORG";
}

/** The sentence that a person signs under; it is stored with the signature word for word. */
export function signingDeclaration(organizationName: string | null, companyName: string): string {
  return (
    `I confirm that I have the authority to accept this on behalf of ${organizationName ?? "my Organization"}, and ` +
    `that my acceptance is an electronic signature that creates a legally binding contract with ${companyName}.`
  );
}

export type SigningRefusal = "unknown-organization" | "read-only" | "organization-needed";

/** Whether a person may sign for this organization; for none only who can write for none. */
export function refuseSigningFor(
  permissions: readonly OrganizationPermission[],
  organizationId: Id | null,
): SigningRefusal | null {
  if (organizationId === null) {
    const writesForSome = permissions.some((one) => one.permissionType === "write");
    return writesForSome ? "organization-needed" : null;
  }
  const permission = permissions.find((one) => one.organizationId === organizationId);
  if (!permission) return "unknown-organization";
  return permission.permissionType === "write" ? null : "read-only";
}

/**
 * Who signs for whom, as one text: the same signs a version once. A visitor's every word counts, so that nothing
 * they correct is taken for a repeat and nobody's signature stands in the way of another's.
 */
export function signerKey(
  signer:
    | { userProfileId: Id; organizationId: Id | null }
    | {
        email: string;
        firstName: string;
        lastName: string;
        organizationName: string | null;
        globalOrganizationIdentifier: string | null;
      },
): string {
  if ("userProfileId" in signer)
    return JSON.stringify(["person", signer.userProfileId, signer.organizationId]);
  const { email, firstName, lastName, organizationName, globalOrganizationIdentifier } = signer;
  const told = [email, firstName, lastName, organizationName, globalOrganizationIdentifier];
  return JSON.stringify(["visitor", ...told.map((word) => word?.toLowerCase() ?? null)]);
}
