import { z } from "zod";
import { chosenId, Id } from "../id.ts";
import { DueDate, formatDay, InvoiceStatus } from "../invoices/invoice.ts";
import { InvoiceLinesForm, TypedLines } from "../invoices/invoice-details.ts";
import { InvoiceAmounts } from "../invoices/invoice-line.ts";
import { RecordVersion, Timestamp } from "../record-fields.ts";
import { lineOfText, orNone } from "../typed-text.ts";
import { duePeriods, PERIODS, type Period, periodEnd, type Schedule } from "./periods.ts";

export const RETAINER_STATUSES = ["ACTIVE", "PAUSED", "ENDED"] as const;
export const RetainerStatus = z.enum(RETAINER_STATUSES);
export type RetainerStatus = z.infer<typeof RetainerStatus>;

export const RETAINER_STATUS_LABELS = {
  ACTIVE: "Active",
  PAUSED: "Paused",
  ENDED: "Ended",
} satisfies Record<RetainerStatus, string>;

const NO_LINES = "Please add a line: an invoice needs something to charge for";

/** The days that a retainer can name, so that its periods have four-digit years. */
const Day = DueDate.refine(
  (day) => day >= "2000-01-01" && day < "2100-01-01",
  "Please enter a day from the year 2000 to 2099",
);

const Work = z.strictObject({
  name: lineOfText(200, "Please enter a name for the work order"),
  description: z.string().trim().max(5000, "Please use at most 5,000 characters"),
});

const Fields = z.strictObject({
  name: lineOfText(120, "Please enter a name"),
  lines: TypedLines.min(1, NO_LINES),
  period: z.enum(PERIODS, { error: "Please choose a period" }),
  startsOn: Day,
  /** No period begins after this day; null: there is no end. */
  endsOn: Day.nullable(),
  /** The work order that each period prepares; null: none. */
  work: Work.nullable(),
  /** Whether its invoices are issued and mailed without an editor. */
  issuesItself: z.boolean(),
});

function endsAfterStart(
  { startsOn, endsOn }: { startsOn: string; endsOn: string | null },
  context: z.RefinementCtx,
): void {
  if (endsOn === null || endsOn >= startsOn) return;
  const message = "Please enter a day on or after the first day";
  context.addIssue({ code: "custom", message, path: ["endsOn"] });
}

/** What an editor decides of a retainer. Its organization stays. */
export const RetainerDetails = Fields.superRefine(endsAfterStart);
export type RetainerDetails = z.infer<typeof RetainerDetails>;

const organizationId = chosenId("Please choose an organization");

export const NewRetainer = Fields.extend({ organizationId }).superRefine(endsAfterStart);
export type NewRetainer = z.infer<typeof NewRetainer>;

export const ChangedRetainer = Fields.extend({ recordVersion: RecordVersion }).superRefine(endsAfterStart);
export type ChangedRetainer = z.infer<typeof ChangedRetainer>;

/** The form of a retainer. A work order without a name is none. */
export const RetainerForm = Fields.extend({
  organizationId,
  lines: InvoiceLinesForm.shape.lines.min(1, NO_LINES),
  endsOn: orNone(Day),
  hasWork: z.boolean(),
  work: z.strictObject({ name: z.string(), description: Work.shape.description }),
})
  .superRefine(endsAfterStart)
  .superRefine(({ hasWork, work }, context) => {
    const fault = hasWork ? Work.shape.name.safeParse(work.name).error?.issues[0] : undefined;
    if (fault) context.addIssue({ code: "custom", message: fault.message, path: ["work", "name"] });
  })
  .transform(({ hasWork, work, ...rest }) => ({
    ...rest,
    work: hasWork ? { ...work, name: work.name.trim() } : null,
  }));

const RetainerCard = z.strictObject({
  retainerId: Id,
  organizationId: Id,
  organizationName: z.string(),
  name: z.string(),
  period: z.enum(PERIODS),
  startsOn: z.string(),
  endsOn: z.string().nullable(),
  status: RetainerStatus,
  /** The first day of the period that is prepared next; null while it is paused and once it has ended. */
  nextOn: z.string().nullable(),
  issuesItself: z.boolean(),
  /** What the next invoice asks for, with the rate of GST of now. */
  total: z.string(),
  createdAt: Timestamp,
});

export const ListedRetainer = RetainerCard;
export type ListedRetainer = z.infer<typeof ListedRetainer>;

/** A period that was prepared. Nothing changes it later. */
export const PreparedPeriod = z.strictObject({
  startsOn: z.string(),
  endsOn: z.string(),
  preparedAt: Timestamp,
  /** Null: the organization was not active, so nothing was prepared. */
  invoice: z
    .strictObject({
      invoiceId: Id,
      externalId: z.string(),
      total: z.string().nullable(),
      invoiceStatus: InvoiceStatus,
      issuedAt: Timestamp.nullable(),
    })
    .nullable(),
  workOrder: z.strictObject({ workOrderId: Id, externalId: z.string() }).nullable(),
});
export type PreparedPeriod = z.infer<typeof PreparedPeriod>;

/** The most prepared periods that the page of a retainer lists. */
export const MAX_LISTED_PERIODS = 60;

export const ManagedRetainer = RetainerCard.extend({
  isOrganizationActive: z.boolean(),
  /** As they were typed; `amounts` has them with the rate of GST of now. */
  lines: TypedLines,
  amounts: InvoiceAmounts,
  work: Work.nullable(),
  /** How many periods were prepared, of which `periods` has the newest. */
  prepared: z.int().min(0),
  periods: z.array(PreparedPeriod).max(MAX_LISTED_PERIODS),
  recordVersion: RecordVersion,
});
export type ManagedRetainer = z.infer<typeof ManagedRetainer>;

/** The most periods that may have begun before a retainer is added: a draft of each is prepared at once. */
export const MAX_BEGUN = 60;

type Begun = Pick<Schedule, "startsOn" | "period" | "endsOn">;

/** How many invoices a new retainer prepares at once; one more than allowed stands for all beyond. */
export function countBegun(schedule: Begun, today: string): number {
  return duePeriods({ ...schedule, pauses: [] }, 0, today, MAX_BEGUN + 1).length;
}

/** Why a new retainer cannot begin on its first day, or null. */
export function refuseStart(schedule: Begun, today: string): string | null {
  if (countBegun(schedule, today) <= MAX_BEGUN) return null;
  return `More than ${MAX_BEGUN} periods have begun since then, and each would prepare an invoice. Please enter a later day`;
}

export type RetainerRefusal = "ended" | "prepared";

type Changing = Pick<Schedule, "startsOn" | "period" | "endsOn">;

/** Why a retainer cannot be changed, or null. Periods that were prepared fix its first day and its period. */
export function refuseChange(
  { prepared, ...before }: Changing & { prepared: number },
  after: Changing,
  today: string,
): RetainerRefusal | null {
  if (before.endsOn !== null && before.endsOn < today) return "ended";
  const isMoved = before.startsOn !== after.startsOn || before.period !== after.period;
  return prepared > 0 && isMoved ? "prepared" : null;
}

/** "Website care, 1 Nov 2026 to 30 Nov 2026": the name of a period's invoice. */
export function nameOfPeriod(
  name: string,
  schedule: { startsOn: string; period: Period },
  index: number,
  startsOn: string,
): string {
  return `${name}, ${formatDay(startsOn)} to ${formatDay(periodEnd(schedule, index))}`;
}
