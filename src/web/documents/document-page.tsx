import type { ComponentProps } from "react";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import { fetchFailureText } from "#web/lib/api-error.ts";
import { BRAND } from "#web/lib/brand.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useStartAtListAfterSwitch } from "#web/lib/start-at-list-after-switch.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { documentListPath } from "#web/paths.ts";
import { DateText } from "#web/ui/date-text.tsx";
import { ErrorScreen } from "#web/ui/error-screen.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { DocumentView } from "./document-view.tsx";
import { type DocumentAddress, useDocument } from "./use-document.ts";

const TRY_LATER = "We were unable to fetch the requested document, please try again later.";

export function DocumentPage() {
  const { slug = "" } = useParams();
  return <AddressedDocument address={{ slug }} />;
}

export function DocumentByIdPage() {
  const { uniqueDocumentId = "" } = useParams();
  return <AddressedDocument address={{ uniqueDocumentId }} />;
}

function AddressedDocument({ address }: { address: DocumentAddress }) {
  const { data, error } = useDocument(address);
  const person = usePerson();
  useStartAtListAfterSwitch(data && documentListPath(data.documentType));
  const lookedFor = `Document ${"slug" in address ? address.slug : address.uniqueDocumentId}`;
  const isRead = data?.closedBecause != null && data.puckState.content.length > 0;
  if (data?.status === "DRAFT" && !isRead) {
    return <DraftScreen document={data} />;
  }
  if (data !== undefined) return <DocumentView document={data} person={person} />;
  if (error) {
    const message = fetchFailureText(error, TRY_LATER);
    return <ReplacementScreen lookedFor={lookedFor} title="Something went wrong!" message={message} />;
  }
  return <DocumentPlaceholder />;
}

/** Shown for a draft: never sent, recalled for changes, or withdrawn after an import showed it. Clients cannot read it. */
function DraftScreen({ document: { name, withdrawal, isRecalled } }: { document: UniqueDocument }) {
  if (withdrawal) {
    return (
      <ReplacementScreen
        lookedFor={name}
        title="This document was withdrawn"
        message={
          <>
            {BRAND.companyName} withdrew it on <DateText iso={withdrawal.withdrawnAt} /> and gave this reason:
            <span dir="auto" className="wrap-anywhere mt-3 block whitespace-pre-line text-ink">
              {withdrawal.reason}
            </span>
          </>
        }
      />
    );
  }
  const recalled = `${BRAND.companyName} has recalled it to change it. We'll let you know when you can read it again.`;
  return (
    <ReplacementScreen
      title="We're still working on this document!"
      message={isRecalled ? recalled : TRY_LATER}
    />
  );
}

/** This layout has no main element, so a screen that replaces the document is the main element itself. */
function ReplacementScreen(props: ComponentProps<typeof ErrorScreen>) {
  usePageTitle(props.title);
  return (
    <main>
      <ErrorScreen {...props} />
    </main>
  );
}

function DocumentPlaceholder() {
  return (
    <main className="flex-1">
      <h1 className="sr-only">Document</h1>
      <Loading label="Loading the document">
        <div className="border-line border-b px-4 py-2.5 sm:px-6">
          <div className="mx-auto flex min-h-13 max-w-6xl items-center gap-4">
            <Skeleton className="size-9" />
            <div className="flex-1">
              <Skeleton className="h-5 w-56 max-w-full" />
              <Skeleton className="mt-1.5 h-4 w-36" />
            </div>
            <Skeleton className="hidden h-9 w-28 sm:block" />
          </div>
        </div>
        <div className="sm:px-6 sm:py-8">
          <div className="document-sheet mx-auto max-w-4xl p-6 sm:px-28 sm:py-20">
            <Skeleton className="h-12 w-3/4" />
            <Skeleton className="mt-8 h-4 w-full" />
            <Skeleton className="mt-3 h-4 w-full" />
            <Skeleton className="mt-3 h-4 w-2/3" />
            <Skeleton className="mt-10 h-44 w-full" />
          </div>
        </div>
      </Loading>
    </main>
  );
}
