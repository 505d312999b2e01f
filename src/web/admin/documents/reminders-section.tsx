import { lazy, Suspense, useState } from "react";
import { getReminders } from "#contract/admin/reminders.ts";
import type { DocumentReminders, ReminderKind, SentReminder } from "#domain/documents/reminders.ts";
import type { Id } from "#domain/id.ts";
import { formatDay } from "#domain/invoices/invoice.ts";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { Fetched } from "../ui/fetched.tsx";

const RemindersDialog = lazy(async () => ({
  default: (await import("./reminders-dialog.tsx")).RemindersDialog,
}));

const REASONS: Readonly<Record<ReminderKind, string>> = {
  UNOPENED: "not opened",
  UNDECIDED: "not decided",
  ENDING: "ends soon",
};

type RemindersSectionProps = { uniqueDocumentId: Id; isOpen: boolean; mayChange: boolean };

/** When the recipients are reminded next, and the reminders that were sent. */
export function RemindersSection({ uniqueDocumentId, isOpen, mayChange }: RemindersSectionProps) {
  const [isChanging, setIsChanging] = useState(false);
  const answer = useCall(getReminders, { params: { id: uniqueDocumentId } });
  return (
    <Fetched
      answer={answer}
      loading="Loading the reminders"
      className="mx-5 my-4 h-10"
      failure="We couldn't load the reminders."
    >
      {(reminders) =>
        isOpen || reminders.sent.length > 0 ? (
          <div className="space-y-2 border-line border-t px-5 py-4">
            <h3 className="font-semibold">Reminders</h3>
            {isOpen ? <Next reminders={reminders} /> : null}
            {reminders.sent.length === 0 ? null : (
              <ul className="space-y-1">
                {reminders.sent.map((one) => (
                  <Sent key={`${one.kind} ${one.email}`} reminder={one} />
                ))}
              </ul>
            )}
            {isOpen && mayChange ? (
              <Button size="sm" onClick={() => setIsChanging(true)}>
                Change reminders
              </Button>
            ) : null}
            {isChanging ? (
              <Suspense>
                <RemindersDialog reminders={reminders} onClose={() => setIsChanging(false)} />
              </Suspense>
            ) : null}
          </div>
        ) : null
      }
    </Fetched>
  );
}

const MAX_NAMES = 3;

function Next({ reminders: { next, own, company } }: { reminders: DocumentReminders }) {
  if (next === null) {
    const isOff = Object.values(own ?? company).every((days) => days === null);
    const off = own === null ? "Reminders are off in the settings." : "Reminders are off for this document.";
    return <p className="text-ink-soft text-sm">{isOff ? off : "No further reminder is planned."}</p>;
  }
  const others = next.names.length - MAX_NAMES;
  return (
    <p className="wrap-anywhere text-sm">
      Next on <span translate="no">{formatDay(next.day)}</span> ({REASONS[next.kind]}), to{" "}
      <bdi translate="no">{next.names.slice(0, MAX_NAMES).join(", ")}</bdi>
      {others > 0 ? ` and ${others} more` : ""}
    </p>
  );
}

function Sent({ reminder: { kind, name, sentAt, isRefused } }: { reminder: SentReminder }) {
  return (
    <li className="wrap-anywhere text-ink-soft text-sm">
      <bdi translate="no">{name}</bdi> ({REASONS[kind]}):{" "}
      {sentAt !== null ? <DateTimeText iso={sentAt} /> : isRefused ? "not delivered" : "queued"}
    </li>
  );
}
