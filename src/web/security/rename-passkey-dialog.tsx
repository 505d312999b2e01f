import { listPasskeys, renamePasskey } from "#contract/security.ts";
import { MAX_PASSKEY_NAME_LENGTH } from "#domain/account/field-lengths.ts";
import type { Passkey } from "#domain/account/passkey.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { useRecordForm } from "#web/ui/record-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";

const MAX_NAME = {
  value: MAX_PASSKEY_NAME_LENGTH,
  message: `Please use at most ${MAX_PASSKEY_NAME_LENGTH} characters`,
};

/** Names a passkey after its device. */
export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const cached = useCached();
  const form = useRecordForm({
    values: { name: passkey.name },
    async save(body) {
      await call(renamePasskey, { params: { id: passkey.passkeyId }, body });
      await cached.refetch(listPasskeys);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title="Rename the passkey" action="Rename" onClose={onClose}>
      <TextField
        label="Name"
        form={form}
        name="name"
        rules={{
          validate: (name) => name.trim() !== "" || "Please enter a name",
          maxLength: MAX_NAME,
        }}
      />
    </FormDialog>
  );
}
