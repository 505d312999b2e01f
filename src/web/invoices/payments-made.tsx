import { Exact } from "#blocks/exact.tsx";
import { formatDollars } from "#domain/format.ts";
import { type DetailedInvoice, formatDay } from "#domain/invoices/invoice.ts";

const AMOUNT = "py-2.5 pl-4 text-right whitespace-nowrap tabular-nums";

/** The payments of an invoice, and what is left. Nothing before the first. */
export function PaymentsMade({ payments, invoiceStatus, amountDue }: DetailedInvoice) {
  if (payments.length === 0) return null;
  return (
    <section aria-labelledby="payments" className="mt-8 max-w-4xl">
      <h2 id="payments" className="mb-2 font-semibold text-lg">
        Payments
      </h2>
      <table className="w-full border-line border-y">
        <thead>
          <tr className="text-left text-ink-soft text-sm *:py-2 *:font-normal">
            <th scope="col">Paid on</th>
            <th scope="col" className="pl-4">
              Reference
            </th>
            <th scope="col" className="pl-4 text-right">
              Amount
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-line border-t">
          {payments.map(({ paidOn, amount, reference }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: payments are only added, and have no ids here
            <tr key={place} className="align-baseline">
              <th scope="row" className="whitespace-nowrap py-2.5 text-left font-medium">
                <Exact>{formatDay(paidOn)}</Exact>
              </th>
              <td dir="auto" className="wrap-anywhere py-2.5 pl-4 text-ink-soft">
                <Exact>{reference ?? "None"}</Exact>
              </td>
              <td translate="no" className={AMOUNT}>
                {formatDollars(amount)}
              </td>
            </tr>
          ))}
        </tbody>
        {invoiceStatus === "UNPAID" && amountDue !== null ? (
          <tfoot className="border-line border-t">
            <tr>
              <th scope="row" className="py-2.5 text-left font-semibold">
                Amount due
              </th>
              <td />
              <td translate="no" className={`${AMOUNT} font-semibold`}>
                {formatDollars(amountDue)}
              </td>
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  );
}
