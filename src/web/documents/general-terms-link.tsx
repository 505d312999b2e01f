import { getGeneralTerms } from "#contract/agreements.ts";
import { useCall } from "#web/lib/use-call.ts";
import { generalDocumentPath } from "#web/paths.ts";
import { ExternalLink } from "#web/ui/text-link.tsx";

/** A link to the General Terms and Conditions in a new tab; renders nothing if the company has none. */
export function GeneralTermsLink() {
  const { data } = useCall(getGeneralTerms, {}, { revalidateOnFocus: false });
  if (data === undefined) return null;
  return (
    <p className="py-2 text-center text-sm print:hidden">
      <ExternalLink href={generalDocumentPath(data.generalDocumentId)}>
        General Terms and Conditions
      </ExternalLink>
    </p>
  );
}
