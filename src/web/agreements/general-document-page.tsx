import { useParams } from "react-router";
import { getGeneralDocument } from "#contract/agreements.ts";
import { formatDateTime } from "#domain/format.ts";
import { BRAND } from "#web/lib/brand.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { PageLoader } from "#web/ui/page-loader.tsx";
import { ProductLogo } from "#web/ui/product-logo.tsx";
import { RichText } from "#web/ui/rich-text.tsx";

/** A general document, for everybody to read. */
export function GeneralDocumentPage() {
  const { generalDocumentId = "" } = useParams();
  const { data, error } = useCall(
    getGeneralDocument,
    { params: { id: generalDocumentId } },
    { scope: "person" },
  );
  usePageTitle(data?.name);
  if (error && data === undefined) return <Unavailable />;
  if (data === undefined) return <PageLoader />;
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-8 sm:px-6 sm:py-12">
      <header className="mb-8">
        <ProductLogo />
      </header>
      <main className="rounded-lg border border-line bg-surface p-6 sm:p-16">
        <h1 className="text-balance font-semibold font-text text-3xl">{data.name}</h1>
        <p className="mt-2 text-ink-soft text-sm">
          Last updated <time dateTime={data.updatedAt}>{formatDateTime(data.updatedAt)}</time>
        </p>
        <hr className="my-6 border-line" />
        {/* The text's own headings begin below one of this level. */}
        <h2 className="sr-only">Text</h2>
        <RichText html={data.richText} />
      </main>
    </div>
  );
}

function Unavailable() {
  return (
    <main className="mx-auto w-full max-w-lg px-4 py-16 sm:py-24">
      <h1 className="font-semibold font-text text-3xl">An unexpected error has occurred</h1>
      <p className="mt-3 text-ink-soft text-lg">We were unable to fetch the requested document</p>
      <a href={BRAND.companySite} className={buttonClass({}, "mt-8")}>
        Return to {BRAND.companyName}
      </a>
    </main>
  );
}
