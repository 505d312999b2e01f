import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { getDraft } from "#contract/admin/drafts.ts";
import { pageText } from "#domain/page/page-text.ts";
import type { Reply } from "#web/lib/call.ts";
import { Link } from "#web/lib/routing/link.tsx";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { documentByIdPath } from "#web/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorScreen } from "#web/ui/error-screen.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { DOCUMENTS, documentPath, editorPath } from "../ui/document-paths.ts";
import { useFresh } from "../ui/fetched.tsx";
import { clientViewPath } from "../ui/paths.ts";
import { MissingRecord } from "../ui/record-screen.tsx";
import { fittingViewport, ScaledFrame, useWindowWidth, type Viewport, Viewports } from "../ui/viewports.tsx";
import { PaperView } from "./paper-view.tsx";

type Draft = Reply<typeof getDraft>;

/** /admin/documents/:uniqueDocumentId/preview: a draft as its client will see it, on screens and on paper. */
export function PreviewPage() {
  const { uniqueDocumentId = "" } = useParams();
  const { data, error, mutate } = useFresh(useCall(getDraft, { params: { id: uniqueDocumentId } }));
  usePageTitle(data ? `Preview of ${data.name}` : "Preview");
  if (error && !data) {
    return (
      <MissingRecord
        noun="document"
        id={uniqueDocumentId}
        error={error}
        onRetry={() => void mutate()}
        link={{ to: DOCUMENTS, label: "All documents" }}
      />
    );
  }
  if (!data) return <PreviewLoading />;
  return data.status === "DRAFT" && data.closedBecause === null && data.page.content.length > 0 ? (
    <Preview key={uniqueDocumentId} draft={data} />
  ) : (
    <NothingToPreview draft={data} />
  );
}

function NothingToPreview({ draft }: { draft: Draft }) {
  const { uniqueDocumentId, organizationId, name, status, closedBecause } = draft;
  const frame = {
    lookedFor: name,
    link: { to: documentPath(uniqueDocumentId), label: "Back to the document" },
  };
  if (closedBecause !== null) {
    const title = closedBecause === "EXPIRED" ? "This document has expired" : "This document is withdrawn";
    const message = "It can no longer be sent. You can make a new version of it.";
    return <ErrorScreen {...frame} title={title} message={message} />;
  }
  if (status === "DRAFT") {
    const message = "Add a block to the page to see it as your client will.";
    return <ErrorScreen {...frame} title="There is nothing on the page yet" message={message} />;
  }
  return (
    <ErrorScreen {...frame} title="This document has been sent" message="Its client reads it already.">
      <ButtonLink
        tone="primary"
        to={clientViewPath(organizationId, documentByIdPath(uniqueDocumentId))}
        reloadDocument
      >
        See as client
      </ButtonLink>
    </ErrorScreen>
  );
}

/** `draft` is refetched after each save; the screen shows its first version until the person loads the newest. */
function Preview({ draft }: { draft: Draft }) {
  const { uniqueDocumentId, name, revision } = draft;
  const fitting = fittingViewport(useWindowWidth());
  /** Null: as paper. */
  const [chosen, setChosen] = useState<Viewport | null>();
  const viewport = chosen === undefined ? fitting : chosen;
  const areFontsReady = useFonts(pageText(draft.page));
  const [shown, setShown] = useState(revision);
  const mayEdit = useMayActAs("editor");
  return (
    <PreviewFrame
      bar={
        <>
          <Link
            to={documentPath(uniqueDocumentId)}
            className="flex min-w-0 max-w-full items-center gap-2 rounded-md px-1.5 py-1 hover:bg-hover touch:min-h-11"
          >
            <ArrowLeft aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0" />
            <span className="sr-only">Back to </span>
            <span dir="auto" className="truncate font-medium">
              {name}
            </span>
          </Link>
          <h1 className="shrink-0 rounded-sm bg-orange-fill px-2 py-0.5 font-medium text-orange-ink text-sm">
            Preview
          </h1>
          {shown === revision ? null : (
            <Button size="sm" onClick={() => setShown(revision)}>
              Show what was saved since
            </Button>
          )}
          <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
            <Viewports
              width={viewport?.width ?? null}
              onChange={setChosen}
              other={{ label: "Paper", onChoose: () => setChosen(null) }}
            />
            {mayEdit ? (
              <ButtonLink size="sm" to={editorPath(uniqueDocumentId)}>
                Edit page
              </ButtonLink>
            ) : null}
          </div>
        </>
      }
    >
      {viewport === null ? (
        <PaperView key={shown} draft={draft} />
      ) : areFontsReady ? (
        <ScaledFrame width={viewport.width}>
          {/* The clients' own page, which knows by its address that it is a preview. */}
          <iframe
            key={shown}
            title={`The page, ${viewport.width} pixels wide`}
            src={`/admin/preview/${encodeURIComponent(uniqueDocumentId)}${documentByIdPath(uniqueDocumentId)}`}
          />
        </ScaledFrame>
      ) : (
        <Loading label="Loading the preview" className="h-full">
          <Skeleton className="mx-auto h-full w-full max-w-4xl" />
        </Loading>
      )}
    </PreviewFrame>
  );
}

const FONTS = ["Figtree Variable", "Source Serif 4 Variable"];

/** Whether the fonts of a text are loaded or have failed. Earlier, a preview would break its lines elsewhere. */
function useFonts(text: string): boolean {
  const [areReady, setAreReady] = useState(false);
  useEffect(() => {
    const loading = FONTS.map((family) => document.fonts.load(`1em "${family}"`, text));
    void Promise.allSettled(loading).then(() => setAreReady(true));
  }, [text]);
  return areReady;
}

function PreviewFrame({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  return (
    <div className="flex h-[calc(100dvh-3.5rem-1px)] min-h-96 flex-col sm:h-[calc(100dvh-4rem-1px)]">
      <header className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b px-3 py-1.5">
        {bar}
      </header>
      <section aria-label="Page" className="relative min-h-0 flex-1 bg-sunken">
        {children}
      </section>
    </div>
  );
}

function PreviewLoading() {
  return (
    <Loading label="Loading the preview" isScreen>
      <PreviewFrame bar={<Skeleton className="h-5 w-64 max-w-full" />}>
        <Skeleton className="mx-auto h-full w-full max-w-4xl" />
      </PreviewFrame>
    </Loading>
  );
}
