import { addTemplate, listTemplates } from "#contract/admin/templates.ts";
import type { ManagedDocument } from "#domain/documents/managed-document.ts";
import { NewTemplate } from "#domain/templates/template.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached } from "#web/lib/use-call.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { templateWritePath } from "./template-paths.ts";

type NewTemplateDialogProps = {
  /** Whose page it begins with; null: with an empty one. */
  document: ManagedDocument | null;
  onClose: () => void;
};

/** Creates a template from a name and description, and opens it in the editor. */
export function NewTemplateDialog({ document, onClose }: NewTemplateDialogProps) {
  const navigate = useNavigate();
  const cached = useCached();
  const form = useSchemaForm({
    schema: NewTemplate,
    values: {
      name: document?.name ?? "",
      description: "",
      ...(document && { uniqueDocumentId: document.uniqueDocumentId }),
    },
    async save(body) {
      const { templateId, name } = await call(addTemplate, { body });
      showToast({ title: "Template added", text: name });
      void cached.refetch(listTemplates);
      await navigate(templateWritePath(templateId));
    },
  });

  return (
    <FormDialog
      form={form}
      title={document ? "Save as template" : "New template"}
      description={
        document
          ? "The template has the page without its work orders. The document stays as it is."
          : "It begins with an empty page, which you compose next."
      }
      action={document ? "Save and edit" : "Add and edit"}
      failureTitle="The template wasn't added"
      onClose={onClose}
    >
      <TextField label="Name" autoComplete="off" form={form} name="name" />
      <TextField
        isLong
        label="Purpose"
        hint="Optional. Shown to those who choose a template."
        rows={2}
        form={form}
        name="description"
      />
    </FormDialog>
  );
}
