import { useEffect, useState } from "react";
import { requestSigningCode, signGeneralDocumentAsVisitor } from "#contract/agreements.ts";
import { fullName } from "#domain/account/user-profile.ts";
import { needsOrganizationName, type SignedFor } from "#domain/agreements/signing.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { type FieldProps, TextField } from "#web/ui/text-field.tsx";
import { WarnBeforeUnload } from "#web/ui/warn-before-unload.tsx";
import { NameFields, SignFrame } from "./sign-frame.tsx";
import { CODE_RULES, EMAIL_RULES, IDENTIFIER_RULES, organizationNameRules, wordsOf } from "./sign-rules.ts";
import type { SeenDocument } from "./use-seen-document.ts";
import { reasonOf, type Signed, useSignForm } from "./use-sign-form.ts";

const EMPTY = {
  firstName: "",
  lastName: "",
  hasOneName: false,
  email: "",
  organizationName: "",
  globalOrganizationIdentifier: "",
  code: "",
};

/** Signs without an account. The visitor types their name and organization. */
export function VisitorForm({ seen, onSigned }: { seen: SeenDocument; onSigned: (signed: Signed) => void }) {
  const { document, isChanged } = seen;
  const { generalDocumentId: documentId, contentHash } = document;
  const isNamed = needsOrganizationName(document);
  /** The code that was sent last. It works for no other email, and in no other browser. */
  const [sent, setSent] = useState<{ email: string; signingCodeId: string | null } | null>(null);
  const [isSendingCode, setIsSendingCode] = useState(false);

  const { form, isTyped, ...state } = useSignForm(
    seen,
    EMPTY,
    async ({ code, hasOneName, ...typed }, warning) => {
      const byCode = isCodeAsked(typed.email) && { code, signingCodeId: sent?.signingCodeId ?? null };
      const shown = { consent: "ticked-by-person", ...wordsOf(signedForOf(typed)), warning } as const;
      const lastName = hasOneName ? null : typed.lastName;
      const body = { documentId, contentHash, shown, ...typed, lastName, ...byCode };
      try {
        const signed = await call(signGeneralDocumentAsVisitor, { body });
        onSigned({
          name: fullName({ firstName: signed.userFirstName, lastName: signed.userLastName }),
          email: signed.userEmail,
          mayBeRepeat: !byCode,
          alreadySignedAt: signed.alreadySignedAt,
        });
      } catch (error) {
        if (reasonOf(error) !== "code-needed") throw error;
        await sendCode(typed.email);
      }
    },
  );
  const { setFocus } = form;
  useEffect(() => {
    if (sent !== null) setFocus("code");
  }, [sent, setFocus]);
  const email = form.watch("email");

  function isCodeAsked(typedEmail: string): boolean {
    return sent?.email === typedEmail.trim();
  }

  async function sendCode(typedEmail: string) {
    const body = { documentId, contentHash, email: typedEmail };
    const { signingCodeId } = await call(requestSigningCode, { body });
    form.resetField("code");
    setSent({ email: typedEmail.trim(), signingCodeId });
  }

  function sendAgain() {
    setIsSendingCode(true);
    void state.attempt(() => sendCode(email)).finally(() => setIsSendingCode(false));
  }

  return (
    <SignFrame
      {...state}
      isChanged={isChanged}
      signedFor={signedForOf({ organizationName: form.watch("organizationName") })}
      lastStep={
        isCodeAsked(email) ? (
          <CodeStep email={email.trim()} form={form} isSending={isSendingCode} onSendAgain={sendAgain} />
        ) : null
      }
    >
      <WarnBeforeUnload isTyped={isTyped} />
      <NameFields form={form} />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="Your signed copy goes there."
        form={form}
        name="email"
        rules={EMAIL_RULES}
      />
      <TextField
        label={isNamed ? "Organization name" : <Optional>Organization name</Optional>}
        autoComplete="organization"
        form={form}
        name="organizationName"
        rules={organizationNameRules(isNamed)}
      />
      <TextField
        label={<Optional>ABN, ACN or other identifier</Optional>}
        autoComplete="off"
        spellCheck={false}
        form={form}
        name="globalOrganizationIdentifier"
        rules={IDENTIFIER_RULES}
      />
    </SignFrame>
  );
}

/** A visitor may leave the organization's name out, and signs for one all the same. */
function signedForOf({ organizationName }: Pick<typeof EMPTY, "organizationName">): SignedFor {
  return { organizationName: organizationName.trim() || null, isForSelf: false };
}

function Optional({ children }: { children: string }) {
  return (
    <>
      {children} <span className="font-normal text-ink-faint">(optional)</span>
    </>
  );
}

type CodeStepProps = {
  /** The email that the code was sent to. */
  email: string;
  form: FieldProps<typeof EMPTY, "code">["form"];
  isSending: boolean;
  onSendAgain: () => void;
};

/** The step for the mailed code. If the portal requires one, nothing is signed without it. */
function CodeStep({ email, form, isSending, onSendAgain }: CodeStepProps) {
  return (
    <div className="rounded-md border border-brand/40 bg-brand-soft p-4">
      <p role="status" className="mb-3 text-pretty text-sm [overflow-wrap:anywhere]">
        We sent a code to {email}. Enter the code in the newest email here, then accept once more.
      </p>
      <TextField
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        className="tracking-[0.1em]"
        form={form}
        name="code"
        rules={{ ...CODE_RULES, shouldUnregister: true }}
      />
      <Button size="sm" className="mt-3" isBusy={isSending} onClick={onSendAgain}>
        Send a new code
      </Button>
    </div>
  );
}
