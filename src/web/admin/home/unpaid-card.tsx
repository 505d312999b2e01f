import { Exact } from "#blocks/exact.tsx";
import { formatDollars } from "#domain/format.ts";
import type { Home } from "#domain/home/home.ts";
import { filteredList } from "#web/lists/filtered-list.ts";
import { invoicePath, PATHS } from "#web/paths.ts";
import { DateText } from "#web/ui/date-text.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { NeedCard } from "./need-card.tsx";
import { NeedRow } from "./need-row.tsx";
import { OrganizationLink } from "./organization-link.tsx";

/** The invoices that nobody has paid, oldest first. */
export function UnpaidCard({ part: { total, worth, rows } }: { part: Home["unpaid"] }) {
  return (
    <NeedCard
      title="Unpaid invoices"
      total={total}
      worth={worth}
      list={{ to: filteredList(PATHS.invoices, "invoiceStatus", "UNPAID"), label: "All unpaid invoices" }}
    >
      {rows.map((row) => (
        <NeedRow
          key={row.invoiceId}
          title={<TextLink to={invoicePath(row.invoiceId)}>{row.name}</TextLink>}
          aside={row.total === null ? null : <Exact>{formatDollars(row.total)}</Exact>}
        >
          {row.externalId} for <OrganizationLink {...row} />, since <DateText iso={row.createdAt} />
        </NeedRow>
      ))}
    </NeedCard>
  );
}
