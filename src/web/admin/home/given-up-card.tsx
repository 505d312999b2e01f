import type { Home } from "#domain/home/home.ts";
import { DateText } from "#web/ui/date-text.tsx";
import { NeedCard } from "./need-card.tsx";
import { NeedRow } from "./need-row.tsx";

/** The emails that were never sent, latest first. */
export function GivenUpCard({ part: { total, rows } }: { part: Home["givenUp"] }) {
  return (
    <NeedCard
      title="Emails that were not sent"
      total={total}
      list={{ to: "/activity?kind=mails", label: "All emails" }}
    >
      {rows.map((row) => (
        <NeedRow key={row.mailId} title={row.subject}>
          To <bdi translate="no">{row.recipient}</bdi>, given up on <DateText iso={row.givenUpAt} />
          {row.failure ? <span className="block">{row.failure}</span> : null}
        </NeedRow>
      ))}
    </NeedCard>
  );
}
