import { useState } from "react";
import { Exact, ExactIn } from "#blocks/exact.tsx";
import { updateProfile } from "#contract/account.ts";
import { signGeneralDocument } from "#contract/agreements.ts";
import { displayName, fullName, type UserProfile } from "#domain/account/user-profile.ts";
import type { OwnSignature } from "#domain/agreements/general-document.ts";
import type { SignedFor } from "#domain/agreements/signing.ts";
import type { SigningChoice } from "#domain/agreements/signing-choice.ts";
import type { Id } from "#domain/id.ts";
import { call } from "#web/lib/call.ts";
import { PATHS } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { DecisionNotice } from "#web/ui/decision-notice.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SelectField } from "#web/ui/select-input.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { WarnBeforeUnload } from "#web/ui/warn-before-unload.tsx";
import { NameFields, SignFrame } from "./sign-frame.tsx";
import { organizationNameRules, wordsOf } from "./sign-rules.ts";
import type { SeenDocument } from "./use-seen-document.ts";
import { reasonOf, type Signed, useSignForm } from "./use-sign-form.ts";

type PersonFormProps = {
  seen: SeenDocument;
  profile: UserProfile;
  choice: SigningChoice;
  signatures: readonly OwnSignature[];
  refetchSignatures: () => void;
  onSigned: (signed: Signed) => void;
};

/** Signs as the person of the profile, whose data needs no fields. */
export function PersonForm({
  seen,
  profile,
  choice,
  signatures,
  refetchSignatures,
  onSigned,
}: PersonFormProps) {
  const { document, isChanged } = seen;
  const [isForSelf, setIsForSelf] = useState(false);
  const isNameMissing = profile.firstName === "";
  const { firstName, lastName } = profile;
  const organizationId = signedLastFor(choice, signatures);
  const typedAtFirst = { firstName, lastName, hasOneName: false, organizationId, organizationName: "" };
  const { form, isTyped, ...state } = useSignForm(seen, typedAtFirst, async (typed, warning) => {
    const { userProfileId } = profile;
    const name = {
      firstName: typed.firstName.trim(),
      lastName: typed.hasOneName ? "" : typed.lastName.trim(),
    };
    try {
      // The signature uses the name of the profile, so a missing name is saved there.
      if (isNameMissing) await call(updateProfile, { body: { userProfileId, ...name } });
      const { userFirstName, userLastName, userEmail } = await call(signGeneralDocument, {
        body: {
          userId: userProfileId,
          organizationId: signedForId(choice, typed.organizationId),
          organizationName: typed.organizationName.trim() || null,
          documentId: document.generalDocumentId,
          contentHash: document.contentHash,
          shown: { consent: "ticked-by-person", ...wordsOf(signedForOf(choice, typed)), warning },
        },
      });
      const signer = fullName({ firstName: userFirstName, lastName: userLastName });
      onSigned({ name: signer, email: userEmail, mayBeRepeat: false, alreadySignedAt: null });
    } catch (error) {
      if (reasonOf(error) === "already-signed") refetchSignatures();
      throw error;
    }
  });

  const chosenId = signedForId(choice, form.watch("organizationId"));
  const signature = signatures.find((one) => one.organizationId === chosenId && one.isOfPresentText);
  const earlier = signatures.find((one) => one.organizationId === chosenId);
  const picker =
    choice.kind === "choose" ? (
      <SelectField label="Organization" form={form} name="organizationId" rules={CHOSEN}>
        <option value="">Select...</option>
        {choice.organizations.map(({ organizationId, organizationName }) => (
          <option key={organizationId} value={organizationId} translate="no">
            {organizationName}
          </option>
        ))}
      </SelectField>
    ) : null;
  if (choice.kind === "switch") return <SwitchNotice {...choice} />;
  if (choice.kind === "self" && choice.refusal && choice.organization && !isForSelf) {
    return (
      <div className="mt-4 space-y-4">
        <DecisionNotice refusal={choice.refusal} organizationName={choice.organization.organizationName} />
        <Button onClick={() => setIsForSelf(true)}>Sign only for yourself</Button>
      </div>
    );
  }
  if (signature) {
    return (
      <div className="mt-4 space-y-4">
        {picker}
        <AlreadySigned signature={signature} unsigned={unsignedOf(choice, signatures)} />
      </div>
    );
  }
  return (
    <SignFrame {...state} isChanged={isChanged} signedFor={signedForOf(choice, form.watch())}>
      <WarnBeforeUnload isTyped={isTyped} />
      {earlier ? <SignedEarlier signature={earlier} version={document.version} /> : null}
      {isNameMissing ? null : <SignerFacts profile={profile} choice={choice} />}
      {isNameMissing ? <NameFields form={form} /> : null}
      {picker}
      {choice.kind === "self" && choice.organization === null ? (
        <TextField
          label="Organization name"
          autoComplete="organization"
          hint="Leave it empty to sign for yourself."
          form={form}
          name="organizationName"
          rules={organizationNameRules(false)}
        />
      ) : null}
    </SignFrame>
  );
}

type Typed = { organizationId: string; organizationName: string };

function signedForOf(choice: SigningChoice, typed: Typed): SignedFor {
  const known = nameOf(choice, signedForId(choice, typed.organizationId));
  const organizationName = known ?? (typed.organizationName.trim() || null);
  return { organizationName, isForSelf: choice.kind === "self" && organizationName === null };
}

const CHOICES = new Intl.ListFormat("en-AU", { type: "disjunction" });

const CHOSEN = { required: "Please choose an organization" };

function signedForId(choice: SigningChoice, chosenId: string): Id | null {
  if (choice.kind === "organization") return choice.organization.organizationId;
  return (choice.kind === "choose" && chosenId) || null;
}

/** The organization of the newest signature, or an empty text: after a reload the person sees that they have signed. */
function signedLastFor(choice: SigningChoice, signatures: readonly OwnSignature[]): string {
  const signed = signatures.find((one) => one.isOfPresentText && nameOf(choice, one.organizationId) !== null);
  return (choice.kind === "choose" && signed?.organizationId) || "";
}

/** The organizations that the person may choose and has not signed for. */
function unsignedOf(choice: SigningChoice, signatures: readonly OwnSignature[]): string[] {
  if (choice.kind !== "choose") return [];
  const present = signatures.filter((one) => one.isOfPresentText);
  const signed = new Set(present.map((one) => one.organizationId));
  const unsigned = choice.organizations.filter((one) => !signed.has(one.organizationId));
  return unsigned.map((one) => one.organizationName);
}

function nameOf(choice: SigningChoice, organizationId: Id | null): string | null {
  const known = choice.kind === "choose" ? choice.organizations : [choice.organization];
  return known.find((one) => one?.organizationId === organizationId)?.organizationName ?? null;
}

function SignerFacts({ profile, choice }: { profile: UserProfile; choice: SigningChoice }) {
  return (
    <dl className="space-y-3">
      <div>
        <dt className="text-ink-soft text-sm">You sign as</dt>
        <dd className="font-medium" translate="no">
          {displayName(profile)}
        </dd>
        <dd className="text-ink-soft" translate="no">
          {profile.email}
        </dd>
      </div>
      {choice.kind === "organization" ? (
        <div>
          <dt className="text-ink-soft text-sm">On behalf of</dt>
          <dd className="font-medium" translate="no">
            {choice.organization.organizationName}
          </dd>
        </div>
      ) : null}
      {choice.kind === "self" && choice.organization ? (
        <div>
          <dt className="sr-only">Please note</dt>
          <dd className="text-ink-soft text-sm">
            {choice.refusal ? "You can't sign for" : "You have read access to"}{" "}
            <Exact>{choice.organization.organizationName}</Exact>
            {choice.refusal ? " now" : ", so you can't sign for it"}: the signature is your own.
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

function SwitchNotice({ organization, refusal }: Extract<SigningChoice, { kind: "switch" }>) {
  const name = <Exact>{organization.organizationName}</Exact>;
  return (
    <Notice
      tone="info"
      title={
        refusal ? (
          <>You can't sign for {name} now</>
        ) : (
          <>You have read access to {name}, so you can't sign for it</>
        )
      }
      className="mt-4"
      action={<TextLink to={PATHS.profile}>Choose another active organization</TextLink>}
    >
      Switch to an organization that you may sign for, then come back to this address.
    </Notice>
  );
}

/** Above the form for a person who has signed an earlier version. */
function SignedEarlier({ signature, version }: { signature: OwnSignature; version: number }) {
  const signed = signature.version === null ? "an earlier version" : `version ${signature.version}`;
  return (
    <Notice tone="info" title={`You signed ${signed}`}>
      <p>
        That was at <DateTimeText iso={signature.signedAt} />. This is version {version}, which you haven't
        signed yet.
      </p>
    </Notice>
  );
}

type AlreadySignedProps = { signature: OwnSignature; unsigned: readonly string[] };

/** Replaces the form for a person who has already signed this text. */
function AlreadySigned({ signature, unsigned }: AlreadySignedProps) {
  const { userFirstName: firstName, userLastName: lastName, userEmail: email } = signature;
  const { organizationName } = signature;
  return (
    <Notice tone="success" title={unsigned.length === 0 ? "Nothing is left to do" : "Already signed"}>
      <p>
        <Exact>{displayName({ firstName, lastName, email })}</Exact> (<Exact>{email}</Exact>) has already
        signed this document
        {organizationName === null ? null : (
          <>
            {" "}
            on behalf of <Exact>{organizationName}</Exact>
          </>
        )}
        .
      </p>
      <p className="mt-2 text-sm">
        Signed at <DateTimeText iso={signature.signedAt} />
      </p>
      {unsigned.length === 0 ? null : (
        <p className="mt-2 text-sm">
          To sign for <ExactIn text={CHOICES.format(unsigned)} names={unsigned} /> too, choose it above.
        </p>
      )}
    </Notice>
  );
}
