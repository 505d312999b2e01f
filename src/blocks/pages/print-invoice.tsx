import { formatDate, formatDollars, formatRate } from "#domain/format.ts";
import { formatParty } from "#domain/format-party.ts";
import { formatDay, type InvoiceBuyer } from "#domain/invoices/invoice.ts";
import { addsGst, type InvoiceAmounts } from "#domain/invoices/invoice-line.ts";
import { Units } from "../exact.tsx";
import invoiceCss from "../styles/invoice.css?raw";
import { type Letterhead, PrintHeader, type PrintStyles, printHtml } from "./print-html.tsx";

export type PrintableInvoice = PrintStyles & {
  externalId: string;
  name: string;
  issuedAt: string;
  /** A day: "2026-11-21". */
  dueDate: string | null;
  amounts: InvoiceAmounts;
  /** When and how it is to be paid, in lines; and what the client quotes, null: its number. */
  terms: string | null;
  reference: string | null;
  /** Who pays. */
  buyer: InvoiceBuyer;
  /** Null: the company has given no ABN, so that this is no tax invoice. */
  seller: Letterhead & {
    abn: string | null;
    address: string | null;
    /** Where to pay, in lines. */
    bankDetails: string | null;
    accent: string;
  };
  timeZone: string;
};

/** An invoice as an HTML document for print, a tax invoice if the seller has an ABN and adds GST. */
export function renderPrintableInvoice(invoice: PrintableInvoice): string {
  const { externalId, name, seller, buyer, amounts, css, fontCss } = invoice;
  const kind = seller.abn !== null && addsGst(amounts) ? "Tax invoice" : "Invoice";
  return printHtml({
    title: `${kind} ${externalId}`,
    styles: [fontCss, `:root{--accent-light:${seller.accent}}`, css, invoiceCss],
    children: (
      <>
        <PrintHeader {...seller} text={externalId} />
        <main className="cp-page cp-invoice">
          <div>
            <h1 className="cp-heading cp-heading--h1">{kind}</h1>
            <p>
              <bdi>{name}</bdi>
            </p>
          </div>
          <div className="cp-invoice__parties">
            <dl>
              <dt>From</dt>
              <dd className="cp-invoice__party">{formatParty({ ...seller, name: seller.companyName })}</dd>
            </dl>
            <dl>
              <dt>To</dt>
              <dd className="cp-invoice__party">{formatParty(buyer)}</dd>
            </dl>
            <dl>
              <dt>Number</dt>
              <dd>{externalId}</dd>
              <dt>Date of issue</dt>
              <dd>{formatDate(invoice.issuedAt, invoice.timeZone)}</dd>
              {invoice.dueDate && (
                <>
                  <dt>Due</dt>
                  <dd>{formatDay(invoice.dueDate)}</dd>
                </>
              )}
            </dl>
          </div>
          <Lines {...amounts} />
          <div className="cp-invoice__end">
            <Sums {...amounts} />
          </div>
          <p className="cp-invoice__note">All amounts are in Australian dollars.</p>
          {seller.bankDetails === null ? null : (
            <dl className="cp-invoice__payment">
              <dt>How to pay</dt>
              <dd className="cp-invoice__party">{`${seller.bankDetails}\nReference: ${invoice.reference ?? externalId}`}</dd>
            </dl>
          )}
          {invoice.terms === null ? null : (
            <dl className="cp-invoice__payment">
              <dt>Terms</dt>
              <dd className="cp-invoice__party">{invoice.terms}</dd>
            </dl>
          )}
        </main>
      </>
    ),
  });
}

function Lines({ lines, gst, gstPercent }: InvoiceAmounts) {
  const hasGst = addsGst({ gst });
  const hasDiscounts = lines.some(({ discountPercent }) => discountPercent !== 0);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col">Quantity</th>
          <th scope="col">Price</th>
          {hasDiscounts && <th scope="col">Discount</th>}
          {hasGst && <th scope="col">GST</th>}
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are frozen and have no ids
          <tr key={index}>
            <td>
              <bdi>{line.description}</bdi>
            </td>
            <td className="cp-invoice__quantity">
              <Units quantity={line.quantity} unit={line.unit} />
            </td>
            <td>{formatRate(line.rate)}</td>
            {hasDiscounts && <td>{line.discountPercent === 0 ? "" : `${line.discountPercent}%`}</td>}
            {hasGst && <td>{line.hasGst ? `${gstPercent}%` : "None"}</td>}
            <td>{formatDollars(line.amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sums({ subtotal, gst, total }: InvoiceAmounts) {
  const sums = addsGst({ gst })
    ? { Subtotal: subtotal, GST: gst, "Total including GST": total }
    : { Total: total };
  return (
    <dl className="cp-invoice__sums">
      {Object.entries(sums).map(([term, amount]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{formatDollars(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
