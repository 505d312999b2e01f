import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { addTemplate, listTemplates } from "#contract/admin/templates.ts";
import type { AdminDocument } from "#domain/documents/admin-document.ts";
import { NewTemplate } from "#domain/templates/template.ts";
import { call } from "#web/lib/call.ts";
import { fieldOf } from "#web/lib/field-of.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Field, TextArea } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { templateWritePath } from "./template-paths.ts";

type NewTemplateDialogProps = {
  /** Whose page it begins with; null: with an empty one. */
  document: AdminDocument | null;
  onClose: () => void;
};

/** Asks for name and description of a new template, and leads to its page in the editor. */
export function NewTemplateDialog({ document, onClose }: NewTemplateDialogProps) {
  const navigate = useNavigate();
  const cached = useCached();
  const { register, handleSubmit, formState } = useForm({
    mode: "onTouched",
    resolver: zodResolver(NewTemplate),
    defaultValues: {
      name: document?.name ?? "",
      description: "",
      ...(document && { uniqueDocumentId: document.uniqueDocumentId }),
    },
  });
  const { errors } = formState;

  const submit = handleSubmit(async (body) => {
    const { templateId, name } = await call(addTemplate, { body });
    showToast({ title: "Template added", text: name });
    void cached.refetch(listTemplates);
    await navigate(templateWritePath(templateId));
  });

  return (
    <FormDialog
      title={document ? "Save as template" : "New template"}
      description={
        document
          ? "The template has the page without its work orders. The document stays as it is."
          : "It begins with an empty page, which you compose next."
      }
      action={document ? "Save and edit" : "Add and edit"}
      failureTitle="The template was not added"
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" autoComplete="off" {...fieldOf(register, errors, "name")} />
      <TextArea
        label="What it is for"
        hint="Optional. Shown to those who choose a template."
        rows={2}
        {...fieldOf(register, errors, "description")}
      />
    </FormDialog>
  );
}
