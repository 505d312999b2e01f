import type { z } from "zod";
import type * as calls from "#contract/agreements.ts";
import { displayName, type UserProfile } from "#domain/account/user-profile.ts";
import type { SignedGeneralDocument } from "#domain/agreements/general-document.ts";
import { refuseSigningFor, SIGN_MESSAGES, type SigningRefusal } from "#domain/agreements/signing.ts";
import type { Organization } from "#domain/organizations/organization.ts";
import { type Change, change } from "../access/change.ts";
import type { Person } from "../access/gates.ts";
import { findAccess } from "../access-records/queries.ts";
import { findProfile } from "../account/queries.ts";
import { AppError, conflict } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { Origin } from "../http/route.ts";
import { requireProofFor, type SteppedUp, withProof } from "../identity/step-up.ts";
import { findOrganizationsOf } from "../organizations/queries.ts";
import { findPermissionsOf } from "../permissions/queries.ts";
import { findBroughtSignature, presentSignature, type SignatureRow } from "./queries.ts";
import { readToSign, storeSignature } from "./store-signature.ts";

type SentSignature = z.output<(typeof calls.signGeneralDocument)["body"]>;

/** Signs a general document as the person, for an organization that they may write for, once per version. */
export async function signGeneralDocument(
  deps: Deps,
  person: Person,
  request: SentSignature,
  { origin, proof }: { origin: Origin; proof: string | null },
): Promise<SignedGeneralDocument> {
  const forOrganization = request.organizationId ?? null;
  const run = async (change: Change, steppedUp: SteppedUp | undefined) => {
    const { tx, at } = change;
    if (request.userId !== person.userProfileId) throw new AppError("not-found", "There is no such profile.");
    const organization = await readSignedFor(change, person, request);
    const { confirmedBy } = await requireProofFor(change, forOrganization, steppedUp);
    const document = await readToSign(tx, request);
    const profile = await readNamedProfile(tx, person);
    const { userProfileId } = person;
    const organizationId = organization?.organizationId ?? null;
    const before = await findBroughtSignature(tx, document, { userProfileId, organizationId });
    if (before) throw alreadySigned(before);
    const access = organizationId === null ? null : await findAccess(tx, { userProfileId, organizationId });

    const { signature, isNew } = await storeSignature(
      change,
      deps,
      document,
      signerOf(profile, organization, request.organizationName || null),
      {
        origin,
        confirmedBy,
        identifiedBy: change.identifiedBy,
        issuerRecordId: change.issuerRecordId,
        access,
        reported: request,
      },
    );
    if (!isNew) throw alreadySigned(signature);
    return presentSignature(signature, (fileId) => deps.links.sign(fileId, at));
  };
  return withProof(deps, person, { organizationId: forOrganization, proof }, (before) =>
    change(deps, person, run, { ...before, signsFor: forOrganization }),
  );
}

const ONLY_FOR_SELF = new AppError(
  "forbidden",
  "You can't sign for an organization at the moment, also not by typing its name. You can sign for yourself. Nothing was signed.",
  { reason: "only-for-self" },
);

const ONE_SIDE = new AppError(
  "forbidden",
  "You signed in with single sign-on, which shows one side of the portal only. To sign for an organization whose name you type, sign in with your password or passkey. Nothing was signed.",
  { reason: "only-for-self" },
);

const REFUSALS = {
  "unknown-organization": new AppError("not-found", "There is no such organization."),
  "read-only": new AppError("forbidden", "You need write permission in your organization to sign for it.", {
    reason: "read-only",
  }),
  "organization-needed": new AppError("invalid", "Choose which of your organizations you're signing for.", {
    issues: [{ path: "/organizationId", message: "Needed, since you may act for an organization" }],
  }),
  "works-for-company": ONLY_FOR_SELF,
  "decisions-held": ONLY_FOR_SELF,
} satisfies Record<SigningRefusal, AppError>;

/** The organization of the signature; null for none. Throws if the person may not sign for it. */
async function readSignedFor(
  { tx, at }: Pick<Change, "tx" | "at">,
  person: Person,
  request: SentSignature,
): Promise<Organization | null> {
  const organizationId = request.organizationId ?? null;
  // A session of an issuer doesn't see what the person may do elsewhere, which decides about a typed name.
  if (person.limitedTo !== null && organizationId === null && request.organizationName) throw ONE_SIDE;
  const permissions = await findPermissionsOf(tx, person.userProfileId, at);
  const refusal = refuseSigningFor(permissions, {
    organizationId,
    typedName: request.organizationName || null,
  });
  if (refusal) throw REFUSALS[refusal];
  const organizations = await findOrganizationsOf(tx, person.userProfileId);
  return organizations.find((one) => one.organizationId === organizationId) ?? null;
}

async function readNamedProfile(tx: Tx, { userProfileId }: Person): Promise<UserProfile> {
  const profile = await findProfile(tx, userProfileId);
  if (!profile) throw new Error("A caller without a profile was let through.");
  if (profile.firstName === "") {
    const message = SIGN_MESSAGES.firstName;
    throw new AppError("invalid", `${message}: your profile has none.`, {
      issues: [{ path: "/firstName", message }],
    });
  }
  return profile;
}

function signerOf(profile: UserProfile, organization: Organization | null, writtenName: string | null) {
  return {
    userProfileId: profile.userProfileId,
    userFirstName: profile.firstName,
    userLastName: profile.lastName,
    userEmail: profile.email,
    organizationId: organization?.organizationId ?? null,
    organizationName: organization?.organizationName ?? writtenName,
    globalOrganizationIdentifier: null,
  };
}

/** Only the signer receives this error: the signature is their own. */
function alreadySigned(signature: SignatureRow): AppError {
  const { userFirstName, userLastName, userEmail, organizationName } = signature;
  const userName = displayName({ firstName: userFirstName, lastName: userLastName, email: userEmail });
  const behalf = organizationName === null ? "" : ` on behalf of ${organizationName}`;
  return conflict("already-signed", `${userName} (${userEmail}) has already signed this document${behalf}.`, {
    userName,
    userEmail,
    organizationName,
    signedAt: signature.signedAt.toISOString(),
  });
}
