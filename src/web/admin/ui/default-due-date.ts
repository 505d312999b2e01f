import { getSettings } from "#contract/admin/settings.ts";
import { dueDateAfter } from "#domain/invoices/invoice.ts";
import { companyToday } from "#web/lib/company-time.ts";
import { useCall } from "#web/lib/use-call.ts";

/** The due date that the form of a new invoice begins with, "" for none; null until the settings are read. */
export function useDefaultDueDate(): string | null {
  const { data, error } = useCall(getSettings, {});
  if (data === undefined) return error ? "" : null;
  return dueDateAfter(companyToday(), data.defaultDueDays) ?? "";
}
