import { useEffect, useState } from "react";
import { useParams } from "react-router";
import { getAdminDocument } from "#contract/admin/documents.ts";
import { getDraft } from "#contract/admin/drafts.ts";
import { mayActAs } from "#domain/account/admin-role.ts";
import { isOfNewerVersion } from "#domain/page/page-version.ts";
import { call } from "#web/lib/call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorCatcher } from "#web/ui/error-catcher.tsx";
import { ErrorScreen } from "#web/ui/error-screen.tsx";
import { FailedScreen } from "#web/ui/failed-screen.tsx";
import { DOCUMENTS, documentPath } from "../ui/document-paths.ts";
import { EditorSkeleton } from "./editor-skeleton.tsx";
import { PageEditor } from "./page-editor.tsx";
import type { Draft } from "./save-draft.ts";
import "./editor.css";

type Opened = { draft: Draft; createdAt: string; time: number };

/** /admin/documents/:uniqueDocumentId/edit: the page of a draft, edited as its client will see it. */
export function EditorPage() {
  const { uniqueDocumentId = "" } = useParams();
  const { profile } = usePerson();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [failed, setFailed] = useState<{ error: Error; time: number } | null>(null);
  /** Counts openings: of another document, after a failure, or of a colleague's save. */
  const [time, setTime] = useState(0);
  usePageTitle(opened ? `Edit ${opened.draft.name}` : "Edit page");

  useEffect(() => {
    let isWanted = true;
    const params = { id: uniqueDocumentId };
    // Never from the cache: an older revision could not be saved.
    Promise.all([call(getDraft, { params }), call(getAdminDocument, { params })]).then(
      ([draft, { createdAt }]) => isWanted && setOpened({ draft, createdAt, time }),
      (failure: unknown) =>
        isWanted &&
        setFailed({ error: failure instanceof Error ? failure : new Error(String(failure)), time }),
    );
    return () => {
      isWanted = false;
    };
  }, [uniqueDocumentId, time]);

  const back = { to: documentPath(uniqueDocumentId), label: "Back to the document" };
  const again = () => setTime((now) => now + 1);
  if (failed?.time === time) {
    return (
      <FailedScreen
        error={failed.error}
        lookedFor={`Document ${uniqueDocumentId}`}
        title="There is no such document"
        message="It may have been deleted, or the link is not complete."
        onRetry={again}
        link={{ to: DOCUMENTS, label: "All documents" }}
      />
    );
  }
  if (profile && !mayActAs(profile.adminRole ?? null, "editor")) {
    return (
      <ErrorScreen
        title="You may not edit pages"
        message="Editors and owners compose documents. You can read this one as its client does."
        link={back}
      />
    );
  }
  const isOpen = opened?.draft.uniqueDocumentId === uniqueDocumentId && opened.time === time;
  if (!isOpen || !profile) return <EditorSkeleton />;
  const { draft, createdAt } = opened;
  if (draft.withdrawal) {
    return (
      <ErrorScreen
        lookedFor={draft.name}
        title="This document is withdrawn"
        message="It stays as it is. To change it, make a new version of it."
        link={back}
      />
    );
  }
  if (draft.status !== "DRAFT") {
    return (
      <ErrorScreen
        lookedFor={draft.name}
        title="This document has been sent"
        message="Its page stays as its client reads it. To change it, recall it first, or make a new version of it."
        link={back}
      />
    );
  }
  if (isOfNewerVersion(draft.page)) {
    return (
      <ErrorScreen
        lookedFor={draft.name}
        title="A newer portal wrote this page"
        message="This portal would lose what is new in it. Please edit it with the newer portal."
        link={back}
      />
    );
  }
  return (
    <ErrorCatcher
      key={`${uniqueDocumentId} ${time}`}
      fallback={
        <ErrorScreen
          lookedFor={draft.name}
          title="The editor stopped working"
          message="Your work is kept on this computer. Open the editor again to go on."
          link={back}
        >
          <Button tone="primary" onClick={again}>
            Open it again
          </Button>
        </ErrorScreen>
      }
    >
      <PageEditor draft={draft} createdAt={createdAt} personId={profile.userProfileId} onReopen={again} />
    </ErrorCatcher>
  );
}
