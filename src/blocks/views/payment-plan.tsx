import { use } from "react";
import { formatDollars } from "#domain/format.ts";
import type { block } from "#domain/page/blocks/payment-plan.ts";
import { dueText, nameOfPart, planAmounts } from "#domain/payment-plans/plan-amounts.ts";
import type { BlockView } from "../block.tsx";
import { AlignedText } from "../directed.tsx";
import { EditNote } from "../edit-note.tsx";
import { EditableText } from "../editable-text.tsx";
import { PlanTotalContext, useRenderContext } from "../render-context.ts";

export function PaymentPlan({ item, props: { parts } }: BlockView<typeof block>) {
  const { write } = useRenderContext();
  const total = use(PlanTotalContext);
  if (parts.length === 0) return <EditNote>Add payments to show a payment plan here.</EditNote>;
  const percents = parts.map(({ percent }) => percent);
  const amounts = total === null ? [] : planAmounts(total, percents);
  return (
    <div className="cp-quote" aria-live="polite">
      <table className="cp-lines">
        <caption className="cp-unseen">Payment plan</caption>
        <thead>
          <tr>
            <th scope="col">Payment</th>
            <th scope="col" className="cp-lines__due">
              Invoiced
            </th>
            <th scope="col">Part</th>
            {total !== null && <th scope="col">Amount</th>}
          </tr>
        </thead>
        <tbody>
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id, and two may read the same
            <tr key={index}>
              <AlignedText as="th" text={nameOfPart(part, index)} scope="row">
                {write && <EditableText item={item} path={["parts", index, "name"]} text={part.name} />}
              </AlignedText>
              <td className="cp-lines__due">{dueText(part)}</td>
              <td className="cp-lines__quantity">{part.percent}%</td>
              {total !== null && (
                <td className="cp-lines__amount" translate="no">
                  {formatDollars(amounts[index] ?? "0.00")}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
