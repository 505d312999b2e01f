import { removeSecondFactor } from "#contract/second-factor.ts";
import { call } from "#web/lib/call.ts";
import { showToast } from "#web/ui/toasts.tsx";
import { FactorForm } from "./factor-form.tsx";

export function RemoveFactorForm({ onClose }: { onClose: () => void }) {
  return (
    <FactorForm
      action="Switch off"
      failed="Your second factor is still on"
      cancel={{ label: "Cancel", onPress: onClose }}
      onSend={async (body) => {
        await call(removeSecondFactor, { body });
        showToast({ title: "Second factor switched off" });
        onClose();
      }}
    >
      <p className="text-ink-soft">Afterwards your password alone signs you in.</p>
    </FactorForm>
  );
}
