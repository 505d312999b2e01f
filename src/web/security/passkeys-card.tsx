import { useRef, useState } from "react";
import { listPasskeys, listSessions, removePasskey, renamePasskey } from "#contract/security.ts";
import { MAX_PASSKEY_NAME_LENGTH } from "#domain/account/field-lengths.ts";
import type { Passkey } from "#domain/account/passkey.ts";
import { call } from "#web/lib/call.ts";
import { canUsePasskeys } from "#web/lib/can-use-passkeys.ts";
import { useAction } from "#web/lib/use-action.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { DeleteDialog, FormDialog } from "#web/ui/form-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useRecordForm } from "#web/ui/record-form.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { addOwnPasskey, explainPasskey } from "./passkey-device.ts";

const HEADING_ID = "passkeys-heading";
const LAST = "It's your last second step. After this, your password alone signs you in.";

type OpenDialog = { passkey: Passkey; to: "rename" | "delete" } | null;

/** The keys on a person's devices that sign them in. */
export function PasskeysCard() {
  const cached = useCached();
  const { data: passkeys, error, mutate } = useCall(listPasskeys, {});
  const { isBusy: isAdding, failure, run } = useAction(explainPasskey);
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const card = useRef<HTMLElement>(null);
  const close = () => setOpenDialog(null);

  const add = () =>
    run(async () => {
      const { name } = await addOwnPasskey();
      showToast({ title: "Passkey added", text: `You can now sign in with “${name}”.` });
      await Promise.all([cached.refetch(listPasskeys), cached.refetch(listSessions)]);
    });

  return (
    <Card ref={card} tabIndex={-1} aria-labelledby={HEADING_ID}>
      <CardHeading
        id={HEADING_ID}
        action={
          passkeys && canUsePasskeys() ? (
            <Button isBusy={isAdding} onClick={() => void add()}>
              Add a passkey
            </Button>
          ) : null
        }
      >
        Passkeys
      </CardHeading>
      {failure ? (
        <Notice tone="error" title="No passkey was added" className="m-5 mb-0">
          {failure}
        </Notice>
      ) : null}
      {passkeys ? (
        <Content passkeys={passkeys} onOpenDialog={setOpenDialog} />
      ) : (
        (fetchFailure({ error, mutate }, "We couldn't load your passkeys.") ?? (
          <Loading label="Loading your passkeys" className="p-5">
            <Skeleton className="h-6 w-full" />
          </Loading>
        ))
      )}
      {openDialog?.to === "rename" ? (
        <RenamePasskeyDialog passkey={openDialog.passkey} onClose={close} />
      ) : null}
      <DeleteDialog
        isOpen={openDialog?.to === "delete"}
        item={openDialog?.passkey.name ?? ""}
        note={passkeys?.length === 1 ? LAST : undefined}
        onDelete={async () => {
          if (!openDialog) return;
          await call(removePasskey, { params: { id: openDialog.passkey.passkeyId } });
          showToast({ title: "Passkey deleted" });
          await cached.refetch(listPasskeys);
          // The pressed button has gone with its line.
          card.current?.focus();
        }}
        onClose={close}
      />
    </Card>
  );
}

type ContentProps = { passkeys: readonly Passkey[]; onOpenDialog: (openDialog: OpenDialog) => void };

function Content({ passkeys, onOpenDialog }: ContentProps) {
  if (passkeys.length === 0)
    return (
      <p className="p-5 text-ink-soft">
        {canUsePasskeys()
          ? "You have no passkeys yet. Add one to sign in with your face, fingerprint or device PIN. Your password alone will then no longer be enough."
          : "You have no passkeys. This browser, or the portal's address, doesn't support them."}
      </p>
    );
  return (
    <ul className="divide-y divide-line">
      {passkeys.map((passkey) => (
        <li
          key={passkey.passkeyId}
          className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3"
        >
          <div className="min-w-0">
            <p dir="auto" className="wrap-anywhere font-medium">
              {passkey.name}
            </p>
            <p className="text-ink-soft text-sm">
              Added <DateText iso={passkey.addedAt} />,{" "}
              {passkey.lastUsedAt ? (
                <>
                  last used <DateText iso={passkey.lastUsedAt} />
                </>
              ) : (
                "not used yet"
              )}
            </p>
          </div>
          <div className="flex gap-3">
            <Button
              aria-label={`Rename ${passkey.name}`}
              onClick={() => onOpenDialog({ passkey, to: "rename" })}
            >
              Rename
            </Button>
            <Button
              aria-label={`Delete ${passkey.name}`}
              onClick={() => onOpenDialog({ passkey, to: "delete" })}
            >
              Delete
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

const MAX_NAME = {
  value: MAX_PASSKEY_NAME_LENGTH,
  message: `Please use at most ${MAX_PASSKEY_NAME_LENGTH} characters`,
};

/** Names a passkey after its device. */
function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
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
