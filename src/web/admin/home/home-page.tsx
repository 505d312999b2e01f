import { Check } from "lucide-react";
import { getHome } from "#contract/admin/home.ts";
import type { Home } from "#domain/home/home.ts";
import { ORGANIZATIONS_PATH } from "#web/admin/ui/paths.ts";
import { useCall } from "#web/lib/use-call.ts";
import { Card } from "#web/ui/card.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { NewDecisions } from "./new-decisions.tsx";
import { GivenUpCard, OpenedCard, RequestsCard, UnopenedCard, UnpaidCard } from "./waiting-cards.tsx";

/** /admin: what needs the company now. */
export function HomePage() {
  const { data, error, mutate } = useCall(getHome, {});
  return (
    <Screen title="Home" intro="What needs you now.">
      {data ? (
        <Needs home={data} onSeen={() => void mutate()} />
      ) : (
        (fetchFailure({ error, mutate }, "We could not load what needs you.") ?? <HomeLoading />)
      )}
    </Screen>
  );
}

function Needs({ home, onSeen }: { home: Home; onSeen: () => void }) {
  const { accepted, declined, opened, unopened, requests, unpaid, givenUp, firstSteps } = home;
  const counted = [accepted, declined, opened, unopened, requests, unpaid, givenUp];
  const isQuiet = counted.every(({ total }) => total === 0);
  return (
    <div className="grid gap-6">
      {firstSteps ? <FirstSteps steps={firstSteps} /> : null}
      {isQuiet && !firstSteps ? <Quiet /> : null}
      <NewDecisions home={home} onSeen={onSeen} />
      <div className="gap-6 *:mb-6 *:break-inside-avoid lg:columns-2">
        <GivenUpCard part={givenUp} />
        <RequestsCard part={requests} />
        <OpenedCard part={opened} />
        <UnopenedCard part={unopened} />
        <UnpaidCard part={unpaid} />
      </div>
    </div>
  );
}

function Quiet() {
  return (
    <Card className="px-5 py-4 text-ink-soft">
      <span className="font-semibold text-ink">Nothing needs you now.</span> Clients' decisions and requests,
      documents that wait, unpaid invoices and emails that could not be sent appear here.
    </Card>
  );
}

function HomeLoading() {
  return (
    <Loading label="Loading what needs you" className="grid items-start gap-6 lg:grid-cols-2">
      {[1, 2, 3, 4].map((place) => (
        <div key={place} className="rounded-lg border border-line bg-surface p-5">
          <Skeleton className="mb-4 h-6 w-48 max-w-full" />
          <Skeleton className="mb-2 h-5 w-full" />
          <Skeleton className="mb-2 h-5 w-full" />
          <Skeleton className="h-5 w-2/3" />
        </div>
      ))}
    </Loading>
  );
}

type Steps = NonNullable<Home["firstSteps"]>;

/** For a portal without documents: what to do first. */
function FirstSteps({ steps: { hasOrganization, hasProduct, hasColleague } }: { steps: Steps }) {
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
