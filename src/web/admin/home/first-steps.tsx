import { Check } from "lucide-react";
import type { Home } from "#domain/home/home.ts";
import { Card } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { ORGANIZATIONS_PATH } from "../ui/paths.ts";

type Steps = NonNullable<Home["firstSteps"]>;

/** For a portal without documents: what to do first. */
export function FirstSteps({ steps: { hasOrganization, hasProduct, hasColleague } }: { steps: Steps }) {
  return (
    <Card aria-labelledby="first-steps" className="p-5 sm:p-6">
      <h2 id="first-steps" className="font-semibold text-lg">
        First steps
      </h2>
      <p className="mt-1 text-ink-soft">Your portal is new. These make it ready for the first document.</p>
      <ol className="mt-4 grid gap-4">
        <Step isDone={hasOrganization} to={ORGANIZATIONS_PATH} name="Create an organization">
          Each client has one, with their people and documents.
        </Step>
        <Step isDone={hasProduct} to="/products" name="Add products">
          What you sell, with the units and rates that your prices follow.
        </Step>
        <Step isDone={hasColleague} to="/people" name="Invite colleagues">
          Viewers can only read, editors write and send, owners also manage people and settings.
        </Step>
      </ol>
    </Card>
  );
}

type StepProps = { isDone: boolean; to: string; name: string; children: string };

function Step({ isDone, to, name, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className={`mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full border ${isDone ? "border-brand bg-brand text-paper" : "border-line-strong"}`}
      >
        {isDone ? <Check className="size-3.5" strokeWidth={2.5} /> : null}
      </span>
      <div>
        <p>
          <TextLink to={to}>{name}</TextLink>
          {isDone ? <span className="ml-2 text-ink-soft text-sm">Done</span> : null}
        </p>
        <p className="text-ink-soft text-sm">{children}</p>
      </div>
    </li>
  );
}
