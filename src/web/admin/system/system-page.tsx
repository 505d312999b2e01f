import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { type ComponentType, useId } from "react";
import { getSystem, requestVerification } from "#contract/admin/system.ts";
import { SYSTEM_PART_TITLES, type SystemFact, type SystemPart } from "#domain/system/system-part.ts";
import { call } from "#web/lib/call.ts";
import { classNames } from "#web/lib/class-names.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { useMayActAs, usePerson } from "#web/lib/use-person.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { TEST_EMAIL_PATH, UNDELIVERED_PATH } from "../ui/paths.ts";
import { useAction } from "../ui/use-action.ts";
import { BackUpButton } from "./back-up-button.tsx";
import { columnsOf } from "./fact-columns.ts";

/** /admin/system: how the portal works, for owners without a shell. */
export function SystemPage() {
  const { profile } = usePerson();
  const mayRead = useMayActAs("owner");
  return (
    <Screen title="System" intro="How the portal works, and what to do where it doesn't.">
      {profile && !mayRead ? (
        <Notice tone="info" title="Only owners see how the portal works">
          Please ask one of them if emails or PDFs don't arrive.
        </Notice>
      ) : (
        <Parts />
      )}
    </Screen>
  );
}

function Parts() {
  const mayRead = useMayActAs("owner");
  const { data, error, mutate } = useCall(getSystem, mayRead ? {} : null);
  if (!data)
    return fetchFailure({ error, mutate }, "We couldn't load how the portal works.") ?? <PartsLoading />;
  return (
    <Card className="divide-y divide-line">
      {data.parts.map((part) => (
        <Part key={part.id} part={part} />
      ))}
    </Card>
  );
}

function Part({ part: { id, state, facts, advice } }: { part: SystemPart }) {
  const headingId = useId();
  const Action = ACTIONS[id];
  return (
    <section
      aria-labelledby={headingId}
      className="grid gap-x-6 gap-y-3 px-5 py-4 sm:grid-cols-[11rem_minmax(0,1fr)]"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 sm:block">
        <h2 id={headingId} className="font-semibold">
          {SYSTEM_PART_TITLES[id]}
        </h2>
        <State state={state} />
      </div>
      <div className="min-w-0">
        <div className="max-w-[65ch] space-y-2">
          {advice.split("\n").map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        {facts.length > 0 ? <Facts facts={facts} /> : null}
        {Action ? (
          <div className="mt-3 empty:hidden">
            <Action />
          </div>
        ) : null}
      </div>
    </section>
  );
}

/** Longer texts, such as a file's name or a server's answer, have two columns. */
const MAX_NARROW_LENGTH = 28;

const isWide = (fact: SystemFact) => "text" in fact && fact.text.length > MAX_NARROW_LENGTH;

const LAPTOP_COLUMNS: Record<number, string> = { 2: "lg:grid-cols-2", 3: "lg:grid-cols-3" };
const DESKTOP_COLUMNS: Record<number, string> = {
  2: "xl:grid-cols-2",
  3: "xl:grid-cols-3",
  4: "xl:grid-cols-4",
};

function Facts({ facts }: { facts: readonly SystemFact[] }) {
  const widths = facts.map((fact) => (isWide(fact) ? 2 : 1));
  const columns = classNames(LAPTOP_COLUMNS[columnsOf(widths, 3)], DESKTOP_COLUMNS[columnsOf(widths, 4)]);
  return (
    <dl className={classNames("mt-3 grid gap-x-4 gap-y-2 sm:gap-y-3 md:grid-cols-2", columns)}>
      {facts.map((fact) => (
        <Fact key={fact.label} fact={fact} />
      ))}
    </dl>
  );
}

/** One line on a phone, where both fit. */
function Fact({ fact }: { fact: SystemFact }) {
  return (
    <div
      className={classNames(
        "flex min-w-0 flex-wrap items-baseline justify-between gap-x-4 sm:block",
        isWide(fact) && "md:col-span-2",
      )}
    >
      <dt className="text-ink-faint text-sm">{fact.label}</dt>
      <dd className="wrap-anywhere tabular-nums">
        {"at" in fact ? <DateTimeText iso={fact.at} /> : fact.text}
      </dd>
    </div>
  );
}

/** What an owner can do about a part here. */
const ACTIONS: Partial<Record<SystemPart["id"], ComponentType>> = {
  mail: MailLinks,
  backups: BackUpButton,
  verification: VerifyNow,
};

function MailLinks() {
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-1">
      <TextLink to={TEST_EMAIL_PATH}>Send a test email</TextLink>
      <TextLink to={UNDELIVERED_PATH}>Emails that weren't delivered</TextLink>
    </p>
  );
}

/** The comparison runs in the background; a live event brings its result. */
function VerifyNow() {
  const cached = useCached();
  const { isBusy, run } = useAction("The evidence isn't being verified");
  const verify = () =>
    run(async () => {
      await call(requestVerification, { body: { requestId: Date.now().toString(36) } });
      showToast({ title: "Verification started", text: "This page shows what it finds." });
      await cached.refetch(getSystem);
    });
  return (
    <Button size="sm" isBusy={isBusy} onClick={() => void verify()}>
      Verify now
    </Button>
  );
}

const STATES = {
  ok: { label: "In order", Icon: CircleCheck, className: "text-green-ink" },
  attention: { label: "Needs attention", Icon: TriangleAlert, className: "text-orange-ink" },
  fault: { label: "Doesn't work", Icon: CircleAlert, className: "text-red-ink" },
};

function State({ state }: Pick<SystemPart, "state">) {
  const { label, Icon, className } = STATES[state];
  return (
    <p className={classNames("flex items-center gap-1.5 text-sm", className)}>
      <Icon aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0" />
      {label}
    </p>
  );
}

function PartsLoading() {
  return (
    <Loading label="Loading how the portal works">
      <Card className="divide-y divide-line">
        {Object.keys(SYSTEM_PART_TITLES).map((id) => (
          <div key={id} className="grid gap-x-6 gap-y-3 px-5 py-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
            <Skeleton className="h-6 w-28" />
            <div>
              <Skeleton className="h-6 max-w-md" />
              <Skeleton className="mt-3 h-11 max-w-sm" />
            </div>
          </div>
        ))}
      </Card>
    </Loading>
  );
}
