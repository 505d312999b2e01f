import { changeSignInRules, getSignInRules } from "#contract/security.ts";
import type { SignInRules } from "#domain/account/sign-in.ts";
import type { Id } from "#domain/id.ts";
import { call } from "../lib/call.ts";
import { useAction } from "../lib/use-action.ts";
import { useCached, useCall } from "../lib/use-call.ts";
import { Card, CardHeading } from "../ui/card.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { fetchFailure } from "../ui/fetch-failure.tsx";
import { Notice } from "../ui/notice.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { showToast } from "../ui/toasts.tsx";

type SignInRulesCardProps = { organizationId: Id; mayChange: boolean | undefined };

/** How the people of an organization must sign in. Its writers decide. */
export function SignInRulesCard({ organizationId, mayChange }: SignInRulesCardProps) {
  const cached = useCached();
  const { data: rules, error, mutate } = useCall(getSignInRules, {});
  const { isBusy: isSaving, failure, run } = useAction();

  const save = (next: SignInRules) =>
    run(async () => {
      const saved = await call(changeSignInRules, { body: { organizationId, ...next } });
      await cached.replace(getSignInRules, {}, saved);
      showToast({ title: "Sign-in rules changed" });
    });

  return (
    <Card className="mt-6" aria-labelledby={HEADING_ID}>
      <CardHeading id={HEADING_ID}>Sign-in</CardHeading>
      {rules ? (
        <div className="space-y-3 p-5">
          {RULES.map(({ name, label, hint }) => (
            <Checkbox
              key={name}
              label={
                <>
                  {label}
                  <span className="block text-ink-soft text-sm">{hint}</span>
                </>
              }
              checked={rules[name]}
              disabled={!mayChange || isSaving}
              onChange={(event) => void save({ ...rules, [name]: event.target.checked })}
            />
          ))}
          {mayChange ? null : (
            <p className="text-ink-faint text-sm">Only members with write access can change this.</p>
          )}
          {failure ? (
            <Notice tone="error" title="This wasn't changed">
              {failure}
            </Notice>
          ) : null}
        </div>
      ) : (
        (fetchFailure({ error, mutate }, "We couldn't load these rules.") ?? (
          <Loading label="Loading these rules" className="p-5">
            <Skeleton className="h-6 w-full" />
          </Loading>
        ))
      )}
    </Card>
  );
}

const HEADING_ID = "sign-in-rules-heading";

const RULES = [
  {
    name: "requiresFactor",
    label: "Require two-step sign-in",
    hint: "Members without a second step must set one up before they can continue.",
  },
  {
    name: "confirmsAcceptance",
    label: "Confirm identity before accepting or signing",
    hint: "Members confirm with a passkey, an app code, their password or single sign-on.",
  },
] as const;
