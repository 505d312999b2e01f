import { z } from "zod";
import {
  archiveDocument,
  changeDocumentOwner,
  getManagedDocument,
  listManagedDocuments,
} from "#contract/admin/documents.ts";
import { listAdmins } from "#contract/admin/people.ts";
import type { DocumentCard } from "#domain/documents/managed-document.ts";
import { Id } from "#domain/id.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useCall } from "#web/lib/use-call.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { SelectField } from "#web/ui/select-input.tsx";
import type { BulkAction, BulkDialogProps, BulkList } from "../ui/bulk-run.ts";
import { Fetched } from "../ui/fetched.tsx";
import { OwnerOptions } from "./owner-fact.tsx";

const CHANGE_OWNER: BulkAction<DocumentCard> = {
  label: "Change owner",
  who: "editor",
  dialog: OwnerDialog,
  run: ({ uniqueDocumentId: id }, ownerId) =>
    call(changeDocumentOwner, { params: { id }, body: { ownerId: ownerId || null } }),
  done: "has its new owner",
};

/** What an editor does with several documents of a list. */
export const DOCUMENT_BULK: BulkList<DocumentCard> = {
  label: "documents",
  idOf: (row) => row.uniqueDocumentId,
  nameOf: (row) => (row.externalId ? `${row.externalId} ${row.name}` : row.name),
  actions: [
    {
      label: "Archive",
      who: "editor",
      run: ({ uniqueDocumentId: id }) =>
        call(archiveDocument, { params: { id }, body: { isArchived: true } }),
      done: "is archived",
    },
    CHANGE_OWNER,
  ],
  stale: [listManagedDocuments, getManagedDocument],
};

/** Of the archive. */
export const UNARCHIVE: readonly BulkAction<DocumentCard>[] = [
  {
    label: "Unarchive",
    who: "editor",
    run: ({ uniqueDocumentId: id }) => call(archiveDocument, { params: { id }, body: { isArchived: false } }),
    done: "is back in the list",
  },
];

function OwnerDialog({ rows, onAnswer, onClose }: BulkDialogProps<DocumentCard>) {
  const admins = useCall(listAdmins, {});
  const form = useSchemaForm({
    schema: z.strictObject({ ownerId: z.union([z.literal(""), Id]) }),
    values: { ownerId: "" },
    save: async ({ ownerId }) => onAnswer(ownerId),
  });
  return (
    <FormDialog
      form={form}
      title={rows.length === 1 ? "Owner of 1 document" : `Owner of ${rows.length} documents`}
      description="The owner is emailed when one of them is opened, accepted or declined."
      action="Change owner"
      isDisabled={admins.data === undefined}
      onClose={onClose}
    >
      <Fetched answer={admins} loading="Loading your colleagues">
        {(colleagues) => (
          <SelectField label="Owner" form={form} name="ownerId">
            <OwnerOptions colleagues={colleagues} />
          </SelectField>
        )}
      </Fetched>
    </FormDialog>
  );
}
