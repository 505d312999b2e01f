import { getHome } from "#contract/admin/home.ts";
import { getSystemFaults } from "#contract/admin/system.ts";
import type { Home } from "#domain/home/home.ts";
import { SYSTEM_PART_TITLES } from "#domain/system/system-part.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { Card } from "#web/ui/card.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { SYSTEM_PATH } from "../ui/paths.ts";
import { FirstSteps } from "./first-steps.tsx";
import { MonthsCard } from "./months-card.tsx";
import { NewDecisions } from "./new-decisions.tsx";
import { DraftsCard, ToInvoiceCard } from "./to-invoice-cards.tsx";
import {
  DocumentDraftsCard,
  OpenedCard,
  RequestsCard,
  UndeliveredCard,
  UnopenedCard,
  UnpaidCard,
} from "./waiting-cards.tsx";

/** /admin: what needs the company now. */
export function HomePage() {
  const { data, error, mutate } = useCall(getHome, {});
  return (
    <Screen title="Home" intro="What needs you now.">
      {data ? (
        <Needs home={data} onSeen={() => void mutate()} />
      ) : (
        (fetchFailure({ error, mutate }, "We couldn't load what needs you.") ?? <HomeLoading />)
      )}
    </Screen>
  );
}

function Needs({ home, onSeen }: { home: Home; onSeen: () => void }) {
  const { accepted, declined, opened, unopened, requests, toInvoice, drafts, unpaid, givenUp, firstSteps } =
    home;
  const { documentDrafts } = home;
  const counted = [
    accepted,
    declined,
    opened,
    unopened,
    requests,
    toInvoice,
    drafts,
    unpaid,
    givenUp,
    documentDrafts,
  ];
  const isQuiet = counted.every(({ total }) => total === 0);
  return (
    <div className="grid gap-6">
      <SystemNotice />
      {firstSteps ? <FirstSteps steps={firstSteps} /> : null}
      {isQuiet && !firstSteps ? <Quiet /> : null}
      <NewDecisions home={home} onSeen={onSeen} />
      <div className="-mb-6 gap-6 *:mb-6 *:break-inside-avoid lg:columns-2">
        <UndeliveredCard part={givenUp} />
        <RequestsCard part={requests} />
        <OpenedCard part={opened} />
        <UnopenedCard part={unopened} />
        <ToInvoiceCard part={toInvoice} onInvoiced={onSeen} />
        <DraftsCard drafts={drafts} />
        <UnpaidCard part={unpaid} />
        <DocumentDraftsCard part={documentDrafts} />
      </div>
      <MonthsCard months={home.months} />
    </div>
  );
}

/** Names the parts of the portal that don't work, for owners. The notice above every screen names a missing mail server. */
function SystemNotice() {
  const mayRead = useMayActAs("owner");
  const { data } = useCall(getSystemFaults, mayRead ? {} : null);
  const failing = data?.parts ?? [];
  if (failing.length === 0) return null;
  const names = failing.map((id) => SYSTEM_PART_TITLES[id]).join(", ");
  return (
    <Notice tone="warning" title={`The portal needs you: ${names}`}>
      <TextLink to={SYSTEM_PATH}>What doesn't work, and what to do</TextLink>
    </Notice>
  );
}

function Quiet() {
  return (
    <Card className="px-5 py-4 text-ink-soft">
      <span className="font-semibold text-ink">Nothing needs you now.</span> Clients' decisions and requests,
      documents that wait, unpaid invoices and emails that weren't delivered appear here.
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
