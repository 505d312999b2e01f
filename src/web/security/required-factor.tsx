import { getProfile } from "#contract/account.ts";
import { getSecondFactor, listPasskeys } from "#contract/security.ts";
import { BRAND } from "#web/lib/brand.ts";
import { canUsePasskeys } from "#web/lib/can-use-passkeys.ts";
import { useAction } from "#web/lib/use-action.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { signOutWithToast } from "#web/ui/menu-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { AddFactor } from "./add-factor.tsx";
import { addOwnPasskey, explainPasskey } from "./passkey-device.ts";

/** Sets up a required second factor above the current screen, or signs out. */
export function RequiredFactor({ onDone }: { onDone: () => void }) {
  const cached = useCached();
  const { data: profile } = useCall(getProfile, {});
  const who = profile?.adminRole ? BRAND.companyName : "Your organization";
  return (
    <Dialog
      isOpen
      isLocked
      isSudden
      onClose={() => undefined}
      title="Turn on two-step sign-in"
      description={`${who} requires it for everyone. You can continue where you left off afterwards.`}
    >
      {canUsePasskeys() ? (
        <PasskeyInstead
          onDone={() => {
            void cached.refetch(listPasskeys);
            onDone();
          }}
        />
      ) : null}
      <div className="-m-5">
        <AddFactor
          onClose={() => {
            void cached.refetch(getSecondFactor);
            onDone();
          }}
          cancel={{ label: "Sign out", onPress: () => void signOutWithToast() }}
        />
      </div>
    </Dialog>
  );
}

function PasskeyInstead({ onDone }: { onDone: () => void }) {
  const { isBusy, failure, run } = useAction(explainPasskey);
  const add = () =>
    run(async () => {
      await addOwnPasskey();
      onDone();
    });
  return (
    <div className="mb-5 space-y-3">
      {failure ? (
        <Notice tone="error" title="No passkey was added">
          {failure}
        </Notice>
      ) : null}
      <Button isWide isBusy={isBusy} onClick={() => void add()}>
        Add a passkey
      </Button>
      <p className="text-ink-soft">Or use an authenticator app:</p>
    </div>
  );
}
