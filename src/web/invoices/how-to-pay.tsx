import { Exact } from "#blocks/exact.tsx";
import { formatDollars } from "#domain/format.ts";
import type { DetailedInvoice } from "#domain/invoices/invoice.ts";
import { BRAND } from "#web/lib/brand.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Detail, DetailList } from "#web/ui/detail-list.tsx";
import { showToast } from "#web/ui/toasts.tsx";

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

/** A text with a button that copies each of its values. */
function Copied({ text, values }: { text: string; values: string[] }) {
  const isOnly = values.length === 1;
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <Exact className="wrap-anywhere min-w-0 tabular-nums">{text}</Exact>
      {values.map((value) => (
        <Button key={value} tone="quiet" size="sm" onClick={() => void copy(value)}>
          <span>
            Copy <Exact className={isOnly ? "sr-only" : undefined}>{value}</Exact>
          </span>
        </Button>
      ))}
    </span>
  );
}

async function copy(value: string): Promise<void> {
  if (await copyText(value)) return showToast({ title: `Copied ${value}` });
  showToast({ tone: "error", title: "Your browser didn't copy it", text: "Select it here and copy it." });
}
