import { getSettings } from "#contract/admin/settings.ts";
import { GST_PERCENT, gstPercentOf } from "#domain/pricing/ranges.ts";
import { useCall } from "#web/lib/use-call.ts";
import { Notice } from "#web/ui/notice.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

/** Warns before an invoice is issued that it will not be a tax invoice, because the company has no ABN. */
export function AbnWarning() {
  const { data } = useCall(getSettings, {});
  if (data === undefined || data.abn !== null || !data.isGstRegistered) return null;
  return (
    <Notice tone="warning" title="This won't be a tax invoice">
      The portal has no ABN of your company, so clients can't claim GST with it. An owner can add the ABN in
      the <TextLink to="/settings">settings</TextLink> first.
    </Notice>
  );
}

/** The rate of GST that new prices add; 0: the company is not registered. */
export function useGstPercent(): number {
  const { data } = useCall(getSettings, {});
  return data ? gstPercentOf(data) : GST_PERCENT;
}
