import { getSettings } from "#contract/admin/settings.ts";
import { GST_PERCENT, gstPercentOf } from "#domain/pricing/ranges.ts";
import { useCall } from "#web/lib/use-call.ts";

/** The rate of GST that new prices add; 0: the company is not registered. */
export function useGstPercent(): number {
  const { data } = useCall(getSettings, {});
  return data ? gstPercentOf(data) : GST_PERCENT;
}
