import { useState } from "react";
import { z } from "zod";
import {
  addStarterTerms,
  getManagedGeneralDocument,
  listManagedGeneralDocuments,
} from "#contract/admin/agreements.ts";
import { addDocumentFromStarter, listManagedDocuments } from "#contract/admin/documents.ts";
import { addStarterTemplate, listTemplates } from "#contract/admin/templates.ts";
import { chosenId, type Id } from "#domain/id.ts";
import { STARTER_KEYS, STARTER_TERMS_ID, STARTERS, Starter } from "#domain/starters/starter.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached } from "#web/lib/use-call.ts";
import { ChoiceCards } from "#web/ui/choice-cards.tsx";
import { ConfirmDialog, FormDialog } from "#web/ui/form-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { managedGeneralDocumentPath } from "./agreement-paths.ts";
import { ChoiceField } from "./choice-field.tsx";
import type { ComboChoice } from "./combo-field.tsx";
import { ContactField } from "./contact-field.tsx";
import { writePath } from "./document-paths.ts";
import { templatePath } from "./template-paths.ts";

const CHOICES = STARTER_KEYS.map((value) => {
  const { name, description } = STARTERS[value];
  return { value, label: name, meaning: description };
});

const LibraryForm = z.strictObject({ starter: Starter });

/** Adds a page of the library as a template. */
export function LibraryDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const cached = useCached();
  const form = useSchemaForm({
    schema: LibraryForm,
    values: { starter: "proposal" as Starter },
    async save({ starter }) {
      const { name } = STARTERS[starter];
      const { templateId } = await call(addStarterTemplate, { body: { starter, name } });
      showToast({ title: "Template added", text: name });
      void cached.refetch(listTemplates);
      await navigate(templatePath(templateId));
    },
  });
  return (
    <FormDialog
      form={form}
      title="Add from the library"
      description="You can change the template as you like. Documents made from it fill in names, dates and your details."
      action="Add template"
      failureTitle="The template wasn't added"
      onClose={onClose}
    >
      <ChoiceCards legend="Page" choices={CHOICES} inputProps={() => form.register("starter")} isRow />
    </FormDialog>
  );
}

const StarterForm = LibraryForm.extend({ organizationId: chosenId("Please choose an organization") });

type StarterDialogProps = {
  /** Whom the document is for at first. */
  organization: ComboChoice | null;
  onClose: () => void;
};

/** Makes a document with a page of the library, and opens it in the editor. */
export function StarterDialog({ organization: first, onClose }: StarterDialogProps) {
  const navigate = useNavigate();
  const cached = useCached();
  const [organization, setOrganization] = useState(first);
  const [contactId, setContactId] = useState<Id>();
  const form = useSchemaForm({
    schema: StarterForm,
    values: { starter: "proposal" as Starter, organizationId: first?.id ?? "" },
    async save(entered) {
      const body = { ...entered, ...(contactId !== undefined && { contactId }) };
      const { uniqueDocumentId, externalId, name } = await call(addDocumentFromStarter, { body });
      showToast({ title: `${externalId} added`, text: name });
      void cached.refetch(listManagedDocuments);
      await navigate(writePath(uniqueDocumentId));
    },
  });
  function choose(choice: ComboChoice | null) {
    setOrganization(choice);
    setContactId(undefined);
    form.setValue("organizationId", choice?.id ?? "", { shouldDirty: true, shouldValidate: true });
  }
  return (
    <FormDialog
      form={form}
      title="Write from the library"
      description="The document is a draft that your client doesn't see until you send it."
      action="Write"
      failureTitle="The document wasn't added"
      onClose={onClose}
    >
      <ChoiceCards legend="Page" choices={CHOICES} inputProps={() => form.register("starter")} isRow />
      <ChoiceField
        of="organization"
        label="Organization"
        value={organization}
        onChange={choose}
        error={form.formState.errors.organizationId?.message}
      />
      <ContactField
        key={organization?.id}
        organizationId={organization?.id ?? null}
        value={contactId}
        onChange={setContactId}
      />
    </FormDialog>
  );
}

/** Adds the general terms of the library as a draft, and opens it. */
export function TermsDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const cached = useCached();
  async function add() {
    const added = await call(addStarterTerms, { body: { generalDocumentId: STARTER_TERMS_ID } });
    showToast({ title: "Draft added", text: added.name });
    void cached.refetch(listManagedGeneralDocuments);
    await cached.replace(getManagedGeneralDocument, { params: { id: added.generalDocumentId } }, added);
    await navigate(managedGeneralDocumentPath(added.generalDocumentId));
  }
  return (
    <ConfirmDialog
      title="Add general terms from the library"
      description="Every document links to your general terms. The draft has your company’s name and ABN, and clients see it once you publish it."
      action="Add draft"
      failureTitle="The terms weren't added"
      onSubmit={add}
      onClose={onClose}
    >
      <Notice tone="warning">
        This is a draft, and no legal advice. Have a lawyer check it before you publish it.
      </Notice>
    </ConfirmDialog>
  );
}
