import { z } from "zod";
import { chosenId } from "../id.ts";
import { Percent, Quantity, Rate } from "../pricing/ranges.ts";
import { TYPED_PERCENT, TYPED_QUANTITY, typedDecimal } from "../typed-decimal.ts";
import { lineOfText, orNone, trimEdges } from "../typed-text.ts";
import { DueDate, Invoice, InvoiceStatus } from "./invoice.ts";

/** "in.xero.com/abc": an address without its scheme, or with the slashes of one. */
const WITHOUT_SCHEME = /^(?:\/\/)?([^\s/:@]+\.[^\s/:@]+(?:[:/?#].*)?)$/;

/** The link to an invoice in Xero as people type it. A missing "https://" is added. */
export const TypedXeroLink = z
  .string()
  .transform(withScheme)
  .pipe(z.url({ protocol: /^https$/, error: "Please enter an address that begins with https://" }).max(2000));

/** Where the company works in Xero: others are asked for a login there. */
const HOSTS_WITH_LOGIN = ["go.xero.com", "login.xero.com"];

export function asksForLogin(typed: string): boolean {
  const address = withScheme(typed);
  return URL.canParse(address) && HOSTS_WITH_LOGIN.includes(new URL(address).hostname);
}

function withScheme(typed: string): string {
  const text = trimEdges(typed);
  const address = WITHOUT_SCHEME.exec(text)?.[1];
  return address === undefined ? text : `https://${address}`;
}

const MAX_LINES = 200;

const Line = z.strictObject({
  description: lineOfText(300, "Please enter what this line is for"),
  quantity: Quantity,
  unit: lineOfText(40, "Please enter a unit").nullable(),
  /** Dollars per unit, before GST. */
  rate: Rate,
  discountPercent: Percent,
  hasGst: z.boolean(),
});

/** None: the portal knows no amounts, because the invoice was made elsewhere. */
export const TypedLines = z.array(Line).max(MAX_LINES, `Please use at most ${MAX_LINES} lines`);

const STATUS = { error: "Please choose a status" };

/** An invoice that an editor types (FORM-3): its organization and its status are required. */
const Details = z.strictObject({
  organizationId: chosenId("Please choose an organization"),
  invoiceStatus: z.enum(InvoiceStatus.options, STATUS),
  /** Null: "Invoice INV-0042". */
  name: lineOfText(200, "Please enter a name").nullable(),
  dueDate: DueDate.nullable(),
  xeroLink: Invoice.shape.xeroLink,
  lines: TypedLines,
  isIssued: z.boolean(),
});

/** The rule between the status and who sees the invoice. The message stands at the status. */
function suits(
  { invoiceStatus, isIssued }: Pick<z.infer<typeof Details>, "invoiceStatus" | "isIssued">,
  context: z.RefinementCtx,
): void {
  const message =
    invoiceStatus === "PAID" && !isIssued
      ? "A paid invoice is one that its client sees: issue it now, or select Unpaid"
      : invoiceStatus === "CANCELLED" && isIssued
        ? "A cancelled invoice isn't issued: don't issue it, or select Unpaid"
        : null;
  if (message) context.addIssue({ code: "custom", message, path: ["invoiceStatus"] });
}

export const NewInvoice = Details.superRefine(suits);
export type NewInvoice = z.infer<typeof NewInvoice>;

export const InvoiceLinesForm = z.strictObject({
  lines: z
    .array(
      Line.extend({
        quantity: TYPED_QUANTITY.pipe(Line.shape.quantity),
        unit: orNone(Line.shape.unit.unwrap()),
        rate: typedDecimal(
          { missing: "Please enter a rate", wrong: "Please enter an amount, such as 120 or 95.50" },
          "money",
        ).pipe(Line.shape.rate),
        discountPercent: TYPED_PERCENT.pipe(Percent),
      }),
    )
    .max(MAX_LINES, `Please use at most ${MAX_LINES} lines`),
});

export const InvoiceForm = Details.extend({
  name: orNone(Details.shape.name.unwrap()),
  dueDate: orNone(DueDate),
  xeroLink: orNone(TypedXeroLink),
  ...InvoiceLinesForm.shape,
}).superRefine(suits);
