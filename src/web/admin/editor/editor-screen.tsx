import { useCallback, useEffect, useState } from "react";
import { mayActAs } from "#domain/account/admin-role.ts";
import type { Id } from "#domain/id.ts";
import { isOfNewerVersion } from "#domain/page/page-version.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCached } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorCatcher, ErrorScreen } from "#web/ui/error-screen.tsx";
import { DOCUMENTS, documentPath } from "../ui/document-paths.ts";
import { MissingRecord } from "../ui/record-screen.tsx";
import { TEMPLATES, templatePath } from "../ui/template-paths.ts";
import { type ThisTab, thisTab } from "../ui/this-tab.ts";
import { type Edited, type Opened, openDraft, openTemplate } from "./edited.ts";
import { PageEditor } from "./page-editor.tsx";
import "./editor.css";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

const KINDS = {
  document: {
    open: openDraft,
    path: documentPath,
    all: { to: DOCUMENTS, label: "All documents" },
    forbidden: "Editors and owners compose documents. You can read this one as its client does.",
  },
  template: {
    open: openTemplate,
    path: templatePath,
    all: { to: TEMPLATES, label: "All templates" },
    forbidden: "Editors and owners compose templates.",
  },
};

/** /admin/documents/:uniqueDocumentId/edit: the page of a draft, edited as its client will see it. */
export function DocumentEditor() {
  const { uniqueDocumentId = "" } = useParams();
  return <EditorScreen id={uniqueDocumentId} kind="document" />;
}

/** /admin/templates/:templateId/edit: the page of a template, with the editor of documents. */
export function TemplateEditor() {
  const { templateId = "" } = useParams();
  return <EditorScreen id={templateId} kind="template" />;
}

/** The editor of a page, or why there is none. */
function EditorScreen({ id, kind }: { id: Id; kind: Edited["kind"] }) {
  const { open, path, all, forbidden } = KINDS[kind];
  const cached = useCached();
  const { profile } = usePerson();
  const [opened, setOpened] = useState<(Opened & { tab: ThisTab; time: number }) | null>(null);
  const [failed, setFailed] = useState<{ error: Error; time: number } | null>(null);
  /** Counts openings: of another page, after a failure, or of a colleague's save. */
  const [time, setTime] = useState(0);
  usePageTitle(opened ? `Edit ${opened.edited.name}` : "Edit page");

  useEffect(() => {
    let isCurrent = true;
    Promise.all([open(id, cached), thisTab()]).then(
      ([found, tab]) => isCurrent && setOpened({ ...found, tab, time }),
      (failure: unknown) =>
        isCurrent &&
        setFailed({ error: failure instanceof Error ? failure : new Error(String(failure)), time }),
    );
    return () => {
      isCurrent = false;
    };
  }, [open, cached, id, time]);

  const back = { to: path(id), label: `Back to the ${kind}` };
  const again = useCallback(() => setTime((now) => now + 1), []);
  if (failed?.time === time) {
    return <MissingRecord noun={kind} id={id} error={failed.error} onRetry={again} link={all} />;
  }
  if (profile && !mayActAs(profile.adminRole ?? null, "editor")) {
    return <ErrorScreen title="You may not edit pages" message={forbidden} link={back} />;
  }
  const isOpen = opened?.edited.id === id && opened.time === time;
  if (!isOpen || !profile) return <EditorSkeleton />;
  const { edited, refusal, tab } = opened;
  if (refusal) return <ErrorScreen lookedFor={edited.name} {...refusal} link={back} />;
  if (isOfNewerVersion(edited.page)) {
    return (
      <ErrorScreen
        lookedFor={edited.name}
        title="A newer portal wrote this page"
        message="This portal would lose what is new in it. Please edit it with the newer portal."
        link={back}
      />
    );
  }
  return (
    <ErrorCatcher
      key={`${id} ${time}`}
      fallback={
        <ErrorScreen
          lookedFor={edited.name}
          title="The editor stopped working"
          message="Saved changes are safe. Unsaved changes are stored on this computer if it had room. Open the editor again to continue."
          link={back}
        >
          <Button tone="primary" onClick={again}>
            Open it again
          </Button>
        </ErrorScreen>
      }
    >
      <PageEditor edited={edited} personId={profile.userProfileId} tab={tab} onReopen={again} />
    </ErrorCatcher>
  );
}

/** Inert placeholders in the places of the editor's parts while it loads (EDIT-5). */
function EditorSkeleton() {
  return (
    <Loading label="Loading the editor" className="editor-frame">
      <div className="flex h-13 items-center gap-4 border-line border-b px-4">
        <Skeleton className="h-5 w-48" />
        <Skeleton className="ml-auto h-8 w-32" />
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="hidden w-64 space-y-3 border-line border-r p-4 lg:block">
          {["a", "b", "c", "d", "e", "f"].map((key) => (
            <Skeleton key={key} className="h-9 w-full" />
          ))}
        </div>
        <div className="flex-1 bg-sunken p-6">
          <div className="mx-auto h-full max-w-3xl space-y-6 rounded-lg border border-line bg-surface p-10">
            <Skeleton className="h-10 w-3/4" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-5/6" />
            <Skeleton className="h-40 w-full" />
          </div>
        </div>
        <div className="hidden w-72 space-y-4 border-line border-l p-4 lg:block">
          <Skeleton className="h-6 w-32" />
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      </div>
    </Loading>
  );
}
