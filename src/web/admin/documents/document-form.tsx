import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import type { z } from "zod";
import { listTemplates } from "#contract/admin/templates.ts";
import { BLANK_PAGE, NewDocument, templatesFor } from "#domain/documents/document-details.ts";
import { isWordingFixed, ManagedDocument } from "#domain/documents/managed-document.ts";
import { DOCUMENT_TYPES, type DocumentType, documentTypeLabel } from "#domain/documents/unique-document.ts";
import { lastDayAfter, ValidUntil } from "#domain/documents/validity.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { orNone } from "#domain/typed-text.ts";
import {
  describeConflict,
  differingFields,
  errorDetails,
  useSchemaForm,
} from "#web/admin/ui/use-schema-form.ts";
import type { Reply } from "#web/lib/call.ts";
import { companyToday } from "#web/lib/company-time.ts";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { RecordForm, type RecordForm as RecordFormOf } from "#web/ui/record-form.tsx";
import { SelectField } from "#web/ui/select-input.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { ChoiceField, LinkedField } from "../ui/choice-field.tsx";
import type { ComboChoice } from "../ui/combo-field.tsx";
import { TemplateTexts, type TemplateValues } from "./template-texts.tsx";

const TypedDocument = NewDocument.extend({ validUntil: orNone(ValidUntil) });
type Typed = z.input<typeof TypedDocument>;
export type Entered = z.output<typeof TypedDocument>;

/** The first values of a new document. */
export type Defaults = {
  documentType: DocumentType | "";
  organization: ComboChoice | null;
  /** The organizations whose documents were changed last. */
  recent: readonly ComboChoice[];
  /** Empty: nothing is selected. */
  templateId: string;
};

const NO_DEFAULTS: Defaults = { documentType: "", organization: null, recent: [], templateId: "" };
const NO_TEXTS: TemplateValues = { texts: {} };

type DocumentFormProps = {
  /** Null for a new one. */
  document: ManagedDocument | null;
  defaults?: Defaults;
  /** Throws if it was not saved: everything typed stays. Returns it as it was saved, if the form stays open. */
  onSave: (entered: Entered, recordVersion: number) => Promise<ManagedDocument | null>;
  /** A cancel link next to the button. */
  cancel?: ReactNode;
};

/** The form of a document's record (FORM-1). Its status follows from sending and deciding. */
export function DocumentForm({ document, defaults = NO_DEFAULTS, onSave, cancel }: DocumentFormProps) {
  const [organization, setOrganization] = useState(organizationOf(document) ?? defaults.organization);
  const [chosenInvoice, setChosenInvoice] = useState<ComboChoice | null>(null);
  /** What fills the variables of the chosen template. */
  const [texts, setTexts] = useState(NO_TEXTS);
  const listed = useCall(listTemplates, document ? null : {});
  const fields = useSchemaForm({
    schema: TypedDocument,
    values: firstValues(document, defaults),
    recordVersion: document?.recordVersion,
    staysOpen: document !== null,
    async save(entered, recordVersion) {
      const saved = await onSave({ ...entered, ...texts }, recordVersion);
      if (saved) return { values: firstValues(saved, defaults), recordVersion: saved.recordVersion };
    },
    explain(error, read) {
      const current = ManagedDocument.safeParse(errorDetails(error).document).data;
      if (!current) return null;
      return describeConflict("this document", differingFields(NAMES, read, firstValues(current, defaults)));
    },
  });
  const form = { ...fields, isDirty: fields.isDirty || texts !== NO_TEXTS };
  const { setValue, control } = form;
  const { errors } = form.formState;
  const templateId = useWatch({ control, name: "templateId" });
  const documentType = useWatch({ control, name: "documentType" });
  useSuggestion(fields, document, "name", suggestedName(documentType, organization));
  useSuggestion(fields, document, "validUntil", lastDayOf(listed.data, templateId));
  const organizationId = organization?.id ?? null;
  const invoiceId = useWatch({ control, name: "invoice" });
  const invoice = findChoice(invoiceId, [chosenInvoice, invoiceOf(document)]);
  const shown = useWhileClean(document, form.isDirty || form.isBusy);
  const fixedDetails = shown && describeFixed(shown);

  function chooseOrganization(choice: ComboChoice | null) {
    setOrganization(choice);
    setValue("organizationId", choice?.id ?? "", { shouldDirty: true, shouldValidate: true });
    chooseInvoice(null);
    setTexts(({ contactId: _, ...rest }) => rest);
  }
  function chooseInvoice(choice: ComboChoice | null) {
    setChosenInvoice(choice);
    setValue("invoice", choice?.id ?? NO_INVOICE, { shouldDirty: true });
  }

  return (
    <RecordForm form={form} failureTitle="The document wasn't saved">
      {document ? null : (
        <OrganizationField
          organization={organization}
          recent={defaults.recent}
          onChoose={chooseOrganization}
          error={errors.organizationId}
        />
      )}
      {fixedDetails ? (
        <p className="text-ink-soft">{fixedDetails}</p>
      ) : (
        <TextField label="Name" autoComplete="off" form={form} name="name" />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        {fixedDetails ? null : <TypeField form={form} isNew={document === null} />}
        <LastDayField form={form} isFixed={Boolean(fixedDetails)} />
        <TemplateField form={form} shown={shown} listed={listed} onChange={() => setTexts(NO_TEXTS)} />
        {document ? null : (
          <ChosenTexts
            templateId={templateId}
            organizationId={organizationId}
            values={texts}
            onChange={setTexts}
          />
        )}
        <div className={fixedDetails ? "empty:hidden" : "empty:hidden sm:col-span-2"}>
          <LinkedField
            of="invoice"
            organizationId={organizationId}
            value={invoice}
            onChange={chooseInvoice}
            error={errors.invoice?.message}
          />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <SaveButton isNew={document === null} isBusy={form.isBusy} />
        {cancel}
      </div>
    </RecordForm>
  );
}

/** The last day of a new document of a template; empty: it has none. */
function lastDayOf(templates: Reply<typeof listTemplates> | undefined, templateId: string): string {
  const template = templates?.find((one) => one.templateId === templateId);
  return lastDayAfter(companyToday(), template?.validDays) ?? "";
}

function LastDayField({ form, isFixed }: { form: Form; isFixed: boolean }) {
  if (isFixed) return null;
  return (
    <TextField
      label="Valid until"
      hint="Optional. The last day on which it can be accepted."
      type="date"
      form={form}
      name="validUntil"
    />
  );
}

function SaveButton({ isNew, isBusy }: { isNew: boolean; isBusy: boolean }) {
  return (
    <Button tone={isNew ? "primary" : "secondary"} type="submit" isBusy={isBusy}>
      {isNew ? "Add document" : "Save"}
    </Button>
  );
}

/** The newest document, but while the form is dirty the one from before. */
function useWhileClean(document: ManagedDocument | null, isDirty: boolean): ManagedDocument | null {
  const [shown, setShown] = useState(document);
  if (shown !== document && !isDirty) setShown(document);
  return shown;
}

/** The variables of the template of a new document. */
function ChosenTexts(props: ComponentProps<typeof TemplateTexts>) {
  if (props.templateId === "" || props.templateId === BLANK_PAGE) return null;
  return (
    <div className="empty:hidden sm:col-span-2">
      <TemplateTexts {...props} />
    </div>
  );
}

type OrganizationFieldProps = {
  organization: ComboChoice | null;
  recent: readonly ComboChoice[];
  onChoose: (choice: ComboChoice | null) => void;
  error: { message?: string | undefined } | undefined;
};

function OrganizationField({ organization, recent, onChoose, error }: OrganizationFieldProps) {
  return (
    <>
      <ChoiceField
        of="organization"
        label="Organization"
        value={organization}
        onChange={onChoose}
        error={error?.message}
      />
      {recent.length > 0 ? (
        <ul aria-label="Recent organizations" className="-mt-2 flex flex-wrap gap-2">
          {recent.map((choice) => (
            <li key={choice.id}>
              <Button
                size="sm"
                aria-pressed={choice.id === organization?.id}
                onClick={() => onChoose(choice)}
              >
                <bdi translate="no">{choice.name}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

type Form = RecordFormOf<Typed, Entered>;

function TypeField({ form, isNew }: { form: Form; isNew: boolean }) {
  return (
    <SelectField label="Document type" form={form} name="documentType">
      {isNew ? <option value="">Select...</option> : null}
      {DOCUMENT_TYPES.map((type) => (
        <option key={type} value={type}>
          {documentTypeLabel(type)}
        </option>
      ))}
    </SelectField>
  );
}

type TemplateFieldProps = {
  form: Form;
  /** Null for a new document. */
  shown: ManagedDocument | null;
  listed: { data: Reply<typeof listTemplates> | undefined; error: Error | undefined };
  onChange: () => void;
};

function TemplateField({ form, shown, listed, onChange }: TemplateFieldProps) {
  const offered = listed.data?.filter(({ isRetired }) => !isRetired) ?? [];
  return (
    <SelectField
      label="Template"
      hint={listed.error ? "The templates couldn't be loaded. Reload the page to choose one." : undefined}
      form={form}
      name="templateId"
      rules={{ onChange }}
    >
      {shown ? null : <option value="">Select...</option>}
      {[...templatesFor(shown?.templateId ?? null, shown?.templateName ?? null), ...offered].map(
        (template) => (
          <option key={template.templateId} value={template.templateId}>
            {template.name}
          </option>
        ),
      )}
    </SelectField>
  );
}

/** "Proposal for Harbour Coffee". */
function suggestedName(type: string, organization: ComboChoice | null): string {
  return organization && type !== ""
    ? `${documentTypeLabel(type)} for ${organization.name}`.slice(0, 200)
    : "";
}

/** Writes a suggestion into a field of a new document, unless its author has written another text. */
function useSuggestion(
  { getValues, setValue }: Form,
  document: ManagedDocument | null,
  field: "name" | "validUntil",
  text: string,
) {
  const before = useRef("");
  useEffect(() => {
    if (document !== null || text === before.current) return;
    if (getValues(field) === before.current) setValue(field, text);
    before.current = text;
  }, [document, field, text, getValues, setValue]);
}

/** A document without a template was made from a blank page. */
function firstValues(document: ManagedDocument | null, defaults: Defaults): Typed {
  if (document === null) {
    const { documentType, organization, templateId } = defaults;
    const organizationId = organization?.id ?? "";
    return { organizationId, name: "", documentType, invoice: NO_INVOICE, templateId, validUntil: "" };
  }
  const { organizationId, name, documentType, invoice, templateId, validUntil } = document;
  return {
    organizationId,
    name,
    documentType,
    invoice,
    templateId: templateId ?? BLANK_PAGE,
    validUntil: validUntil ?? "",
  };
}

function findChoice(id: string, choices: readonly (ComboChoice | null)[]): ComboChoice | null {
  return choices.find((one) => one?.id === id) ?? null;
}

function organizationOf(document: ManagedDocument | null): ComboChoice | null {
  return document && { id: document.organizationId, name: document.organizationName };
}

/** Replaces the name and type fields of a document that its client has read; null while they may be changed. */
function describeFixed(document: ManagedDocument): string | null {
  return isWordingFixed(document)
    ? `${documentTypeLabel(document.documentType)}. It has been sent, so its name, type and last day stay as the client saw them.`
    : null;
}

function invoiceOf(document: ManagedDocument | null): ComboChoice | null {
  if (document === null || document.invoice === NO_INVOICE) return null;
  return { id: document.invoice, name: document.invoiceName ?? document.invoice };
}

/** The names of the fields in a sentence. */
const NAMES = {
  name: "name",
  documentType: "type",
  invoice: "invoice",
  templateId: "template",
  validUntil: "last day",
};
