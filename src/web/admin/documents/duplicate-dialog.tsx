import { useState } from "react";
import { duplicateDocument } from "#contract/admin/documents.ts";
import type { AdminDocument } from "#domain/documents/admin-document.ts";
import { DocumentCopy } from "#domain/documents/document-details.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { ChoiceField } from "../ui/choice-field.tsx";
import type { ComboChoice } from "../ui/combo-field.tsx";
import { documentPath } from "../ui/document-paths.ts";

/** Creates a copy with a name and organization, and opens it. */
export function DuplicateDialog({ document, onClose }: { document: AdminDocument; onClose: () => void }) {
  const navigate = useNavigate();
  const [organization, setOrganization] = useState<ComboChoice | null>({
    id: document.organizationId,
    name: document.organizationName,
  });
  const form = useSchemaForm({
    schema: DocumentCopy,
    values: { name: document.name, organizationId: document.organizationId },
    async save(body) {
      const copy = await call(duplicateDocument, { params: { id: document.uniqueDocumentId }, body });
      showToast({ title: `${copy.externalId} added`, text: copy.name });
      onClose();
      await navigate(documentPath(copy.uniqueDocumentId));
    },
  });

  function choose(choice: ComboChoice | null) {
    setOrganization(choice);
    form.setValue("organizationId", choice?.id ?? "", { shouldDirty: true, shouldValidate: true });
  }

  return (
    <FormDialog
      form={form}
      title="Duplicate document"
      description="The copy has the page and copies of its work orders. Its client does not see it until it is sent."
      action="Duplicate"
      failureTitle="The document was not copied"
      onClose={onClose}
    >
      <TextField label="Name" form={form} name="name" />
      <ChoiceField
        of="organization"
        label="Organization"
        value={organization}
        onChange={choose}
        error={form.formState.errors.organizationId?.message}
      />
    </FormDialog>
  );
}
