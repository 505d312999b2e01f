import { z } from "zod";
import type { ClosedBecause, DocumentStatus } from "./unique-document.ts";

/** The last day on which a document can be accepted. The database knows no year 0. */
export const ValidUntil = z.iso
  .date("Please enter a day")
  .refine((day) => day >= "2000-01-01", "Please enter a day from the year 2000 to 9999");

export type Validity = {
  status: DocumentStatus;
  withdrawnAt: Date | null;
  expiredAt: Date | null;
  validUntil: string | null;
};

/** A stored document as it is on a day of the company. Its last day is in time; a job stores its end later. */
export function statusOn(
  { status, withdrawnAt, expiredAt, validUntil }: Validity,
  today: string,
): { status: DocumentStatus; closedBecause: ClosedBecause | null } {
  if (withdrawnAt !== null) return { status, closedBecause: "WITHDRAWN" };
  const isOver = expiredAt !== null || (status === "PENDING" && isPast(validUntil, today));
  return isOver ? { status: "DRAFT", closedBecause: "EXPIRED" } : { status, closedBecause: null };
}

const OVER = { WITHDRAWN: "is withdrawn", EXPIRED: "has expired", DECLINED: "was declined" };

/** How a document is over, so that no work can be put into it: "has expired". Null: it is not. */
export function describeOver({ status, closedBecause }: ReturnType<typeof statusOn>): string | null {
  const why = closedBecause ?? (status === "DECLINED" ? status : null);
  return why && OVER[why];
}

const DAY_MS = 86_400_000;

/** The day that is so many days after a day, or before it. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The last day of a document that is valid for so many days from today; null: it has no end. */
export function lastDayAfter(today: string, validDays: number | null | undefined): string | null {
  return validDays == null ? null : addDays(today, validDays);
}

/** The last day that a draft is sent with unless its sender chooses another one. */
export function suggestLastDay(
  { validUntil, templateValidDays }: { validUntil: string | null; templateValidDays: number | null },
  today: string,
): string | null {
  const isOpen = validUntil !== null && !isPast(validUntil, today);
  return isOpen ? validUntil : lastDayAfter(today, templateValidDays);
}

/** Whether a last day has passed. */
export function isPast(validUntil: string | null, today: string): boolean {
  return validUntil !== null && validUntil < today;
}

export type ExtensionRefusal =
  | "withdrawn"
  | "not-sent"
  | "decided"
  | "no-last-day"
  | "not-later"
  | "archived"
  | "inactive-organization"
  | "other-version";

/** Why the last day of a sent document cannot be moved to a later one; null if it can, also after it has expired. */
export function refuseExtension(
  document: ReturnType<typeof statusOn> & {
    validUntil: string | null;
    isArchived: boolean;
    isOrganizationActive: boolean;
    /** Whether a later version of it exists, or another one waits for a decision. */
    hasOtherVersion: boolean;
  },
  to: string,
  today: string,
): ExtensionRefusal | null {
  const { status, closedBecause, validUntil } = document;
  if (closedBecause === "WITHDRAWN") return "withdrawn";
  if (closedBecause === null && status !== "PENDING") return status === "DRAFT" ? "not-sent" : "decided";
  if (document.hasOtherVersion) return "other-version";
  if (validUntil === null) return "no-last-day";
  if (to <= validUntil || to < today) return "not-later";
  if (document.isArchived) return "archived";
  return document.isOrganizationActive ? null : "inactive-organization";
}
