import { useEffect } from "react";
import { getSettings } from "#contract/admin/settings.ts";
import { block as Footer } from "#domain/page/blocks/footer.ts";
import { formatAbn } from "#domain/settings/abn.ts";
import type { Settings } from "#domain/settings/settings.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useDesk } from "./editing-context.ts";

function footerOf({ companyName, abn, address }: Settings) {
  return {
    businessName: companyName,
    ...(abn !== null && { abn: formatAbn(abn) }),
    ...(address !== null && { address }),
  };
}

/** The company's details for a footer, with which new footers begin; null until they are known. */
export function useCompanyFooter(): ReturnType<typeof footerOf> | null {
  const { editing } = useDesk();
  const { data } = useCall(getSettings, {});
  useEffect(() => {
    if (data) editing.newItems.startWith(Footer.type, footerOf(data));
  }, [editing, data]);
  return data ? footerOf(data) : null;
}
