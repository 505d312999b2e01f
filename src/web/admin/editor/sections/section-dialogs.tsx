import { z } from "zod";
import { addSection, listSections, renameSection } from "#contract/admin/sections.ts";
import type { PageItem } from "#domain/page/page.ts";
import { quotedWorkOrderIds } from "#domain/page/quoted-work.ts";
import { type Section, SectionName } from "#domain/sections/section.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";

type NameDialogProps = {
  title: string;
  description?: string;
  failureTitle: string;
  section: { name: string; recordVersion?: number };
  onSave: (name: string, recordVersion: number) => Promise<unknown>;
  onClose: () => void;
};

function NameDialog({ section: { name, recordVersion }, onSave, onClose, ...rest }: NameDialogProps) {
  const cached = useCached();
  const form = useSchemaForm({
    schema: z.object({ name: SectionName }),
    values: { name },
    recordVersion,
    subject: "this section",
    async save(entered, version) {
      await onSave(entered.name, version);
      await cached.refetch(listSections);
      onClose();
    },
  });
  return (
    <FormDialog {...rest} form={form} action="Save" onClose={onClose}>
      <TextField label="Name" form={form} name="name" />
    </FormDialog>
  );
}

/** Saves copies of blocks as a section. */
export function SaveSectionDialog({ items, onClose }: { items: readonly PageItem[]; onClose: () => void }) {
  const page = { root: {}, content: [...items] };
  const count = items.length === 1 ? "A copy of this block" : `Copies of these ${items.length} blocks`;
  const work = quotedWorkOrderIds(page).length > 0 ? " Its work orders stay with this document." : "";
  return (
    <NameDialog
      title="Save as section"
      description={`${count} can then be added to any document, from “Sections” in the Add list.${work}`}
      failureTitle="The section wasn't saved"
      section={{ name: "" }}
      onSave={async (name) => {
        await call(addSection, { body: { name, page } });
        showToast({ title: "Section saved", text: name });
      }}
      onClose={onClose}
    />
  );
}

export function RenameSectionDialog({ section, onClose }: { section: Section; onClose: () => void }) {
  return (
    <NameDialog
      title="Rename section"
      failureTitle="The name wasn't saved"
      section={section}
      onSave={(name, recordVersion) =>
        call(renameSection, { params: { id: section.sectionId }, body: { name, recordVersion } })
      }
      onClose={onClose}
    />
  );
}
