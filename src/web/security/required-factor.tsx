import { getProfile } from "#contract/account.ts";
import { getSecondFactor } from "#contract/second-factor.ts";
import { BRAND } from "#web/lib/brand.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { leave } from "#web/ui/leave.ts";
import { AddFactor } from "./add-factor.tsx";

/** Whoever must have a second factor switches it on here, above the screen that they are on, or signs out. */
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
      title="Switch on your second factor"
      description={`${who} requires one of everybody. What you were doing waits, and goes on afterwards.`}
    >
      <div className="-m-5">
        <AddFactor
          onClose={() => {
            void cached.refetch(getSecondFactor);
            onDone();
          }}
          cancel={{ label: "Sign out", onPress: () => void leave() }}
        />
      </div>
    </Dialog>
  );
}
