import { useState } from "react";
import { duplicateDocument } from "#contract/admin/documents.ts";
import type { AdminDocument } from "#domain/documents/admin-document.ts";
import { DocumentCopy } from "#domain/documents/document-details.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { Field } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { ChoiceField } from "../ui/choice-field.tsx";
import type { ComboChoice } from "../ui/combo-field.tsx";
import { documentPath } from "../ui/document-paths.ts";
import { FormDialog } from "../ui/form-dialog.tsx";

type DuplicateDialogProps = { document: AdminDocument; onClose: () => void };

/** Asks for name and organization of a copy, and leads to it. */
export function DuplicateDialog({ document, onClose }: DuplicateDialogProps) {
  const navigate = useNavigate();
  const [name, setName] = useState(document.name);
  const [organization, setOrganization] = useState<ComboChoice | null>({
    id: document.organizationId,
    name: document.organizationName,
  });
  const [isAsked, setIsAsked] = useState(false);
  const given = DocumentCopy.safeParse({ name, organizationId: organization?.id ?? "" });
  const problemOf = (field: keyof DocumentCopy) =>
    isAsked ? given.error?.issues.find(({ path }) => path[0] === field)?.message : undefined;

  async function duplicate() {
    setIsAsked(true);
    if (!given.success) return;
    const params = { id: document.uniqueDocumentId };
    const copy = await call(duplicateDocument, { params, body: given.data });
    showToast({ title: `${copy.externalId} added`, text: copy.name });
    onClose();
    await navigate(documentPath(copy.uniqueDocumentId));
  }

  return (
    <FormDialog
      title="Duplicate document"
      description="The copy has the page and copies of its work orders. Its client does not see it until it is sent."
      action="Duplicate"
      failureTitle="The document was not copied"
      onSubmit={duplicate}
      onClose={onClose}
    >
      <Field
        label="Name"
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problemOf("name")}
      />
      <ChoiceField
        of="organization"
        label="Organization"
        value={organization}
        onChange={setOrganization}
        error={problemOf("organizationId")}
      />
    </FormDialog>
  );
}
