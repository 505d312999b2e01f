import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { listTemplates } from "#contract/admin/templates.ts";
import { AdminDocument, isWordingFixed } from "#domain/documents/admin-document.ts";
import { BLANK_PAGE, detailsOf, NewDocument, templatesFor } from "#domain/documents/document-details.ts";
import { DOCUMENT_TYPES, type DocumentType, documentTypeLabel } from "#domain/documents/unique-document.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { changedFields } from "#domain/record-version.ts";
import { sayChanged } from "#web/admin/ui/say-changed.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { explainFormFailure } from "#web/lib/call.ts";
import { fieldOf } from "#web/lib/field-of.ts";
import { useCall } from "#web/lib/use-call.ts";
import { beginSave } from "#web/ui/begin-save.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { KeepTyped } from "#web/ui/keep-typed.tsx";
import { KeepUnsaved } from "#web/ui/keep-unsaved.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useNewest } from "#web/ui/use-newest.ts";
import { ChoiceField } from "../ui/choice-field.tsx";
import type { ComboChoice } from "../ui/combo-field.tsx";
import { focusFirstWrong } from "../ui/focus-first-wrong.ts";
import { LinkedField } from "../ui/linked-field.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { type GivenTexts, TemplateTexts } from "./template-texts.tsx";

type Typed = z.input<typeof NewDocument>;
export type Entered = z.output<typeof NewDocument>;

/** What a new document begins with. */
export type Begun = {
  documentType: DocumentType | "";
  organization: ComboChoice | null;
  /** Whose documents were worked on last. */
  recent: readonly ComboChoice[];
  /** Empty: nobody has chosen. */
  templateId: string;
};

const NOTHING_BEGUN: Begun = { documentType: "", organization: null, recent: [], templateId: "" };
const NOTHING_GIVEN: GivenTexts = { texts: {} };

type DocumentFormProps = {
  /** Null for a new one. */
  document: AdminDocument | null;
  begun?: Begun;
  /** Throws if it was not saved: everything typed stays. Returns it as it was saved, if the form stays open. */
  onSave: (entered: Entered, read: AdminDocument | null) => Promise<AdminDocument | null>;
  /** A way out beside the button. */
  cancel?: ReactNode;
};

/** The form of a document's record (FORM-1). Its status follows from sending and deciding. */
export function DocumentForm({ document, begun = NOTHING_BEGUN, onSave, cancel }: DocumentFormProps) {
  const [read, setRead] = useState(document);
  const [failure, setFailure] = useState<string | null>(null);
  const [organization, setOrganization] = useState<ComboChoice | null>(
    document ? { id: document.organizationId, name: document.organizationName } : begun.organization,
  );
  const [invoice, setInvoice] = useState<ComboChoice | null>(invoiceOf(document));
  /** What fills the variables of the chosen template. */
  const [given, setGiven] = useState(NOTHING_GIVEN);
  const listed = useCall(listTemplates, document ? null : {});
  const form = useForm<Typed, unknown, Entered>({
    mode: "onTouched",
    shouldFocusError: false,
    resolver: zodResolver(NewDocument),
    defaultValues: firstValues(document, begun),
  });
  const { register, handleSubmit, setValue, formState, control } = form;
  const { errors, isSubmitting } = formState;
  const isDirty = formState.isDirty || given !== NOTHING_GIVEN;
  const templateId = useWatch({ control, name: "templateId" });
  const documentType = useWatch({ control, name: "documentType" });
  useSuggestedName(form, document === null ? suggestedName(documentType, organization) : null);
  useNewest(form, document && firstValues(document, begun), () => {
    setRead(document);
    setInvoice(invoiceOf(document));
  });
  // The fields stay as they are while something is typed.
  const [shown, setShown] = useState(document);
  if (shown !== document && !isDirty && !isSubmitting) setShown(document);
  const isFixed = shown !== null && isWordingFixed(shown);

  async function save(entered: Entered) {
    setFailure(null);
    const takeSaved = beginSave(form);
    try {
      const saved = await onSave({ ...entered, ...given }, read);
      if (!saved) return;
      setRead(saved);
      takeSaved(firstValues(saved, begun));
    } catch (error) {
      setFailure(explainFormFailure(error));
      const current = documentNow(error);
      if (current === null || read === null) return;
      setFailure(explainChange(read, current));
      setRead(current);
    }
  }

  function chooseOrganization(choice: ComboChoice | null) {
    setOrganization(choice);
    setValue("organizationId", choice?.id ?? "", { shouldDirty: true, shouldValidate: true });
    chooseInvoice(null);
    setGiven(({ contactId: _, ...rest }) => rest);
  }
  function chooseInvoice(choice: ComboChoice | null) {
    setInvoice(choice);
    setValue("invoice", choice?.id ?? NO_INVOICE, { shouldDirty: true });
  }

  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => {
        const { currentTarget } = event;
        void handleSubmit(save, () => focusFirstWrong(currentTarget))(event);
      }}
    >
      {document ? <KeepUnsaved form={form} /> : <KeepTyped isTyped={isDirty && !isSubmitting} />}
      {failure ? (
        <Notice tone="error" title="The document was not saved">
          {failure}
        </Notice>
      ) : null}
      {document ? null : (
        <ChoiceField
          of="organization"
          label="Organization"
          value={organization}
          onChange={chooseOrganization}
          error={errors.organizationId?.message}
        />
      )}
      {begun.recent.length > 0 ? (
        <ul aria-label="Recent organizations" className="-mt-2 flex flex-wrap gap-2">
          {begun.recent.map((choice) => (
            <li key={choice.id}>
              <Button
                size="sm"
                aria-pressed={choice.id === organization?.id}
                onClick={() => chooseOrganization(choice)}
              >
                <bdi translate="no">{choice.name}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {isFixed ? (
        <p className="text-ink-soft">
          {documentTypeLabel(shown.documentType)}. It has been sent, so name and type stay as its client read
          them.
        </p>
      ) : (
        <Field label="Name" autoComplete="off" {...fieldOf(register, errors, "name")} />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        {isFixed ? null : (
          <SelectField label="Document type" {...fieldOf(register, errors, "documentType")}>
            {document ? null : <option value="">Select...</option>}
            {DOCUMENT_TYPES.map((type) => (
              <option key={type} value={type}>
                {documentTypeLabel(type)}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField
          label="Template"
          hint={
            listed.error ? "The templates could not be loaded. Reload the page to choose one." : undefined
          }
          error={errors.templateId?.message}
          {...register("templateId", { onChange: () => setGiven(NOTHING_GIVEN) })}
        >
          {document ? null : <option value="">Select...</option>}
          {[
            ...templatesFor(shown?.templateId ?? null, shown?.templateName ?? null),
            ...(listed.data ?? []).filter(({ isRetired }) => !isRetired),
          ].map((template) => (
            <option key={template.templateId} value={template.templateId}>
              {template.name}
            </option>
          ))}
        </SelectField>
        {document || templateId === "" || templateId === BLANK_PAGE ? null : (
          <div className="empty:hidden sm:col-span-2">
            <TemplateTexts
              templateId={templateId}
              organizationId={organization?.id ?? null}
              given={given}
              onChange={setGiven}
            />
          </div>
        )}
        <div className={isFixed ? "" : "sm:col-span-2"}>
          <LinkedField
            of="invoice"
            organizationId={organization?.id ?? null}
            value={invoice}
            onChange={chooseInvoice}
            error={errors.invoice?.message}
          />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button tone={document ? "secondary" : "primary"} type="submit" isBusy={isSubmitting}>
          {document ? "Save" : "Add document"}
        </Button>
        {cancel}
      </div>
    </form>
  );
}

/** "Proposal for Harbour Coffee": what a new document is called until its author names it. */
function suggestedName(type: string, organization: ComboChoice | null): string {
  return organization && type !== ""
    ? `${documentTypeLabel(type)} for ${organization.name}`.slice(0, 200)
    : "";
}

/** Writes the suggestion into the name, unless its author has written another one. Null: nothing is suggested. */
function useSuggestedName(
  { getValues, setValue }: UseFormReturn<Typed, unknown, Entered>,
  name: string | null,
) {
  const before = useRef("");
  useEffect(() => {
    if (name === null || name === before.current) return;
    if (getValues("name") === before.current) setValue("name", name);
    before.current = name;
  }, [name, getValues, setValue]);
}

/** A document without a template has begun as a blank page. */
function firstValues(document: AdminDocument | null, begun: Begun): Typed {
  if (document === null) {
    const { documentType, organization, templateId } = begun;
    const organizationId = organization?.id ?? "";
    return { organizationId, name: "", documentType, invoice: NO_INVOICE, templateId };
  }
  const { organizationId, name, invoice, templateId } = document;
  return {
    organizationId,
    name,
    documentType: document.documentType,
    invoice,
    templateId: templateId ?? BLANK_PAGE,
  };
}

function invoiceOf(document: AdminDocument | null): ComboChoice | null {
  if (document === null || document.invoice === NO_INVOICE) return null;
  return { id: document.invoice, name: document.invoiceName ?? document.invoice };
}

/** The document as another editor left it, if that is why a change was refused. */
function documentNow(error: unknown): AdminDocument | null {
  return error instanceof ApiError ? (AdminDocument.safeParse(error.details.document).data ?? null) : null;
}

function explainChange(before: AdminDocument, now: AdminDocument): string {
  const fields = fieldNames(changedFields(detailsOf(before), detailsOf(now)));
  return sayChanged("this document", fields);
}

/** What people call the fields of a document. */
const NAMES: Readonly<Record<string, string>> = {
  name: "name",
  documentType: "type",
  invoice: "invoice",
  templateId: "template",
};

/** "name, type": fields in the order of the form. */
function fieldNames(fields: readonly string[]): string {
  return fields.map((field) => NAMES[field] ?? field).join(", ");
}
