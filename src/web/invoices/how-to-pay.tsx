import { formatDollars } from "#domain/format.ts";
import type { DetailedInvoice } from "#domain/invoices/invoice.ts";
import { BRAND } from "#web/lib/brand.ts";
import { Copied } from "#web/ui/copied.tsx";
import { Detail, DetailList } from "#web/ui/detail-list.tsx";

type HowToPayProps = { id: string; invoice: DetailedInvoice };

/** Where to pay, what to quote and on which terms. */
export function HowToPay({ id, invoice }: HowToPayProps) {
  const { amountDue, bankDetails, reference, terms } = invoice;
  return (
    <section id={id} aria-label="How to pay" className="mt-5 border-line border-t pt-5">
      <DetailList>
        {amountDue === null ? null : (
          <Detail label="Amount">
            <Copied text={formatDollars(amountDue)} values={[amountDue]} />
          </Detail>
        )}
        <Detail label="Pay to">
          {bankDetails === null ? (
            `Please ask your contact at ${BRAND.companyName} for the bank details.`
          ) : (
            <ul>
              {linesOf(bankDetails).map((line) => (
                <li key={line}>
                  <Copied text={line} values={valuesIn(line)} />
                </li>
              ))}
            </ul>
          )}
        </Detail>
        <Detail label="Reference">
          <Copied text={reference} values={[reference]} />
        </Detail>
        {terms === null ? null : (
          <Detail label="Terms">
            <p className="wrap-anywhere max-w-[65ch] whitespace-pre-line">{terms}</p>
          </Detail>
        )}
      </DetailList>
    </section>
  );
}

function linesOf(text: string): string[] {
  return [...new Set(text.split("\n").flatMap((line) => line.trim() || []))];
}

/** A number of a bank: a BSB, an account, an IBAN. */
const NUMBER = /\b[A-Z]{0,4}\d[\dA-Z -]*\d\b/g;

/** What a bank's form asks for: the numbers of a line, or all of it. */
function valuesIn(line: string): string[] {
  return line.match(NUMBER) ?? [line];
}
