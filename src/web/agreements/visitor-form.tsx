import { signGeneralDocumentAsVisitor } from "#contract/agreements.ts";
import { needsOrganizationName } from "#domain/agreements/signing.ts";
import { call } from "#web/lib/call.ts";
import { Field } from "#web/ui/field.tsx";
import { NameFields } from "./name-fields.tsx";
import { SignFrame } from "./sign-frame.tsx";
import { EMAIL_RULES, IDENTIFIER_RULES, organizationNameRules } from "./sign-rules.ts";
import type { Signed } from "./thank-you.tsx";
import type { SeenDocument } from "./use-seen-document.ts";
import { useSignForm } from "./use-sign-form.ts";

const EMPTY = {
  firstName: "",
  lastName: "",
  email: "",
  organizationName: "",
  globalOrganizationIdentifier: "",
};

type VisitorFormProps = { seen: SeenDocument; onSigned: (signed: Signed) => void };

/** Signs without an account: who somebody is and for whom they sign is what they type. */
export function VisitorForm({ seen, onSigned }: VisitorFormProps) {
  const { document, isChanged } = seen;
  const isNamed = needsOrganizationName(document);
  const { form, errors, ...state } = useSignForm(seen, EMPTY, async (typed) => {
    const { generalDocumentId: documentId, contentHash } = document;
    const signed = await call(signGeneralDocumentAsVisitor, { body: { documentId, contentHash, ...typed } });
    onSigned({ name: `${signed.userFirstName} ${signed.userLastName}`, email: signed.userEmail });
  });
  const { register } = form;

  return (
    <SignFrame
      {...state}
      isChanged={isChanged}
      organizationName={form.watch("organizationName").trim() || null}
      onConfirm={state.confirm}
      onSubmit={state.submit}
    >
      <NameFields register={register} errors={errors} />
      <Field
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="Your signed copy goes there."
        error={errors.email?.message}
        {...register("email", EMAIL_RULES)}
      />
      <Field
        label={isNamed ? "Organization name" : <Optional>Organization name</Optional>}
        autoComplete="organization"
        error={errors.organizationName?.message}
        {...register("organizationName", organizationNameRules(isNamed))}
      />
      <Field
        label={<Optional>ABN, ACN or other identifier</Optional>}
        autoComplete="off"
        spellCheck={false}
        error={errors.globalOrganizationIdentifier?.message}
        {...register("globalOrganizationIdentifier", IDENTIFIER_RULES)}
      />
    </SignFrame>
  );
}

function Optional({ children }: { children: string }) {
  return (
    <>
      {children} <span className="font-normal text-ink-faint">(optional)</span>
    </>
  );
}
