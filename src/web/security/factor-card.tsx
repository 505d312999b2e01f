import { useRef, useState } from "react";
import { getSecondFactor, removeSecondFactor } from "#contract/security.ts";
import type { SecondFactor } from "#domain/account/sign-in.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { AddFactor, FactorForm } from "./add-factor.tsx";

const HEADING_ID = "factor-heading";

/** An authenticator app as the second factor of a sign-in, switched on and off. */
export function FactorCard() {
  const cached = useCached();
  const { data: factor, error, mutate } = useCall(getSecondFactor, {});
  const [isOpen, setIsOpen] = useState(false);
  const card = useRef<HTMLElement>(null);
  const close = () => {
    setIsOpen(false);
    void cached.refetch(getSecondFactor);
    // The form takes the focus with it.
    card.current?.focus();
  };
  return (
    <Card ref={card} tabIndex={-1} aria-labelledby={HEADING_ID}>
      <CardHeading
        id={HEADING_ID}
        action={
          factor && !isOpen ? (
            <Button onClick={() => setIsOpen(true)}>{factor.isOn ? "Turn off" : "Turn on"}</Button>
          ) : null
        }
      >
        Authenticator app
      </CardHeading>
      {isOpen && factor ? (
        factor.isOn ? (
          <RemoveFactorForm onClose={close} />
        ) : (
          <AddFactor onClose={close} />
        )
      ) : factor ? (
        <State factor={factor} />
      ) : (
        (fetchFailure({ error, mutate }, "We couldn't load your authenticator app.") ?? (
          <Loading label="Loading your authenticator app" className="p-5">
            <Skeleton className="h-6 w-full" />
          </Loading>
        ))
      )}
    </Card>
  );
}

function State({ factor: { isOn, since, backupCodesLeft } }: { factor: SecondFactor }) {
  if (!isOn || since === null)
    return (
      <p className="p-5 text-ink-soft">
        Off. When it's on, you'll also enter a code from your phone each time you sign in.
      </p>
    );
  return (
    <p className="p-5 text-ink-soft">
      On since <DateText iso={since} />, with {backupCodesLeft} backup{" "}
      {backupCodesLeft === 1 ? "code" : "codes"} left.
      {backupCodesLeft < 3 ? " Turn it off and on again to get new ones." : null}
    </p>
  );
}

function RemoveFactorForm({ onClose }: { onClose: () => void }) {
  return (
    <FactorForm
      action="Turn off"
      failed="Two-step sign-in is still on"
      cancel={{ label: "Cancel", onPress: onClose }}
      onSend={async (body) => {
        await call(removeSecondFactor, { body });
        showToast({ title: "Two-step sign-in turned off" });
        onClose();
      }}
    >
      <p className="text-ink-soft">After this, your password alone signs you in.</p>
    </FactorForm>
  );
}
