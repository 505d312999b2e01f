import { useState } from "react";
import {
  deleteTemplate,
  duplicateTemplate,
  getTemplate,
  listTemplates,
  retireTemplate,
} from "#contract/admin/templates.ts";
import { type Template, TemplateDetails } from "#domain/templates/template.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { DeleteDialog, FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { TEMPLATES, templatePath } from "../ui/template-paths.ts";
import { useAction } from "../ui/use-action.ts";

/** The actions of an editor besides editing: duplicate, retire or delete a template. */
export function TemplateActions({ template }: { template: Template }) {
  const { templateId, name, isRetired, documents } = template;
  const params = { id: templateId };
  const cached = useCached();
  const navigate = useNavigate();
  const { isBusy, run } = useAction("Nothing was changed");
  const [open, setOpen] = useState<"copy" | "delete" | null>(null);
  const close = () => setOpen(null);

  async function retire() {
    await call(retireTemplate, { params, body: { isRetired: !isRetired } });
    await Promise.all([cached.refetch(getTemplate), cached.refetch(listTemplates)]);
    showToast({ title: isRetired ? "Template restored" : "Template retired", text: name });
  }

  async function remove() {
    await call(deleteTemplate, { params });
    showToast({ title: "Template deleted", text: name });
    void cached.refetch(listTemplates);
    await navigate(TEMPLATES, { replace: true });
  }

  return (
    <>
      <Button onClick={() => setOpen("copy")}>Duplicate</Button>
      <Button tone="quiet" isBusy={isBusy} onClick={() => void run(retire)}>
        {isRetired ? "Restore" : "Retire"}
      </Button>
      {documents === 0 ? (
        <Button tone="quiet" onClick={() => setOpen("delete")}>
          Delete
        </Button>
      ) : null}
      {open === "copy" ? <DuplicateDialog template={template} onClose={close} /> : null}
      <DeleteDialog
        isOpen={open === "delete"}
        item={name}
        note="No document was made from it."
        onDelete={remove}
        onClose={close}
      />
    </>
  );
}

const Name = TemplateDetails.pick({ name: true });

function DuplicateDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const navigate = useNavigate();
  const cached = useCached();
  const form = useSchemaForm({
    schema: Name,
    values: { name: `${template.name} (copy)`.slice(-200) },
    async save(body) {
      const copy = await call(duplicateTemplate, { params: { id: template.templateId }, body });
      showToast({ title: "Template added", text: copy.name });
      void cached.refetch(listTemplates);
      onClose();
      await navigate(templatePath(copy.templateId));
    },
  });

  return (
    <FormDialog
      form={form}
      title="Duplicate template"
      description="The copy has the page with its locks, and the variables."
      action="Duplicate"
      failureTitle="The template wasn't copied"
      onClose={onClose}
    >
      <TextField label="Name" form={form} name="name" />
    </FormDialog>
  );
}
