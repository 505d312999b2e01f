import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { listPasskeys, renamePasskey } from "#contract/security.ts";
import { LONGEST_PASSKEY_NAME } from "#domain/account/field-lengths.ts";
import type { Passkey } from "#domain/account/passkey.ts";
import { call, explainFormFailure } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** Names a passkey after the device that keeps it. */
export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const formId = useId();
  const cached = useCached();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name: passkey.name } });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ name }) => {
    setFailure(null);
    try {
      await call(renamePasskey, { params: { id: passkey.passkeyId }, body: { name } });
      await cached.refetch(listPasskeys);
      onClose();
    } catch (error) {
      setFailure(explainFormFailure(error));
    }
  });
  return (
    <Dialog
      isOpen
      isLocked={isSubmitting}
      onClose={onClose}
      title="Rename the passkey"
      actions={
        <>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" form={formId} isBusy={isSubmitting}>
            Rename
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        {failure ? <Notice tone="error">{failure}</Notice> : null}
        <Field
          label="Name"
          autoComplete="off"
          error={errors.name?.message}
          {...register("name", {
            validate: (name) => name.trim() !== "" || "Please enter a name",
            maxLength: {
              value: LONGEST_PASSKEY_NAME,
              message: `Please use at most ${LONGEST_PASSKEY_NAME} characters`,
            },
          })}
        />
      </form>
    </Dialog>
  );
}
