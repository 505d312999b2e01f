import { useState } from "react";
import { addSection, listSections, renameSection } from "#contract/admin/sections.ts";
import type { PageItem } from "#domain/page/page.ts";
import { quotedWorkOrderIds } from "#domain/page/quoted-work.ts";
import { type Section, SectionName } from "#domain/sections/section.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Field } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";

type NameDialogProps = {
  title: string;
  description?: string;
  action: string;
  failureTitle: string;
  before: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
};

function NameDialog({ before, onSave, onClose, ...rest }: NameDialogProps) {
  const [typed, setTyped] = useState(before);
  const [error, setError] = useState<string>();
  const cached = useCached();

  async function submit() {
    const name = SectionName.safeParse(typed);
    setError(name.error?.issues[0]?.message);
    if (!name.success) return;
    await onSave(name.data);
    await cached.refetch(listSections);
    onClose();
  }

  return (
    <FormDialog {...rest} onSubmit={submit} onClose={onClose}>
      <Field
        label="Name"
        autoComplete="off"
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
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
      action="Save"
      failureTitle="The section was not saved"
      before=""
      onSave={async (name) => {
        await call(addSection, { body: { name, page } });
        showToast({ title: "Section saved", text: name });
      }}
      onClose={onClose}
    />
  );
}

export function RenameSectionDialog({ section, onClose }: { section: Section; onClose: () => void }) {
  const { sectionId, name: before, recordVersion } = section;
  return (
    <NameDialog
      title="Rename section"
      action="Save"
      failureTitle="The name was not saved"
      before={before}
      onSave={(name) => call(renameSection, { params: { id: sectionId }, body: { name, recordVersion } })}
      onClose={onClose}
    />
  );
}
