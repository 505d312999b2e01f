import { useState } from "react";
import { z } from "zod";
import { changeDocumentOwner } from "#contract/admin/documents.ts";
import { listAdmins } from "#contract/admin/people.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { ManagedDocument } from "#domain/documents/managed-document.ts";
import { Id } from "#domain/id.ts";
import { orNone } from "#domain/typed-text.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call, type Reply } from "#web/lib/call.ts";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Detail } from "#web/ui/detail-list.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { SelectField } from "#web/ui/select-input.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { Fetched } from "../ui/fetched.tsx";
import { useStoreDocument } from "../ui/send-dialog.tsx";

type OwnerFactProps = { document: ManagedDocument; mayChange: boolean };

/** Who hears of the openings and decisions of a document. */
export function OwnerFact({ document, mayChange }: OwnerFactProps) {
  const [isChanging, setIsChanging] = useState(false);
  const { owner } = document;
  return (
    <Detail label="Owner">
      <span className="wrap-anywhere">
        {owner?.name ?? "None. All colleagues are notified of its decision."}
      </span>
      {owner?.isOfOrganization ? (
        <span className="block text-ink-soft text-sm">Owner of the organization</span>
      ) : null}
      {mayChange ? (
        <Button size="sm" className="mt-1 block" onClick={() => setIsChanging(true)}>
          Change owner
        </Button>
      ) : null}
      {isChanging ? <OwnerDialog document={document} onClose={() => setIsChanging(false)} /> : null}
    </Detail>
  );
}

/** The colleagues who can own a document, or none of them. */
export function OwnerOptions({ colleagues }: { colleagues: Reply<typeof listAdmins> }) {
  return (
    <>
      <option value="">The owner of the organization</option>
      {colleagues.map((one) => (
        <option key={one.userProfileId} value={one.userProfileId}>
          {displayName(one)}
        </option>
      ))}
    </>
  );
}

function OwnerDialog({ document, onClose }: { document: ManagedDocument; onClose: () => void }) {
  const storeDocument = useStoreDocument();
  const admins = useCall(listAdmins, {});
  const { owner, uniqueDocumentId } = document;
  const form = useSchemaForm({
    schema: z.strictObject({ ownerId: orNone(Id) }),
    values: { ownerId: owner && !owner.isOfOrganization ? owner.userProfileId : "" },
    async save(body) {
      await storeDocument(await call(changeDocumentOwner, { params: { id: uniqueDocumentId }, body }));
      showToast({ title: "Owner changed", text: document.name });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Change owner"
      description="The owner is emailed when this document is opened, accepted or declined."
      action="Save"
      isDisabled={admins.data === undefined}
      failureTitle="The owner wasn't changed"
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
