import { getTemplate, listTemplateRevisions } from "#contract/admin/templates.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { templateEditorPath, templatePath, templateRevisionsPath } from "../ui/template-paths.ts";
import { useFresh } from "../ui/use-fresh-draft.ts";
import { RevisionsScreen } from "./revisions-screen.tsx";

/** /admin/templates/:templateId/revisions: the pages that a template had, and what is different now. */
export function TemplateRevisionsPage() {
  const { templateId: id = "" } = useParams();
  const params = { id };
  const template = useFresh(useCall(getTemplate, { params }));
  const revisions = useFresh(useCall(listTemplateRevisions, { params }));
  const revised = template.data && {
    ...template.data,
    kind: "template" as const,
    id,
    home: { to: templatePath(id), label: "Template" },
    editorPath: templateEditorPath(id),
    pathOf: (revision: number) => templateRevisionsPath(id, revision),
    work: { workOrders: [], products: [] },
    closed: null,
  };
  return (
    <RevisionsScreen
      key={id}
      kind="template"
      id={id}
      revised={revised}
      revisions={revisions.data}
      error={template.error ?? revisions.error}
      read={() => Promise.allSettled([template.mutate(), revisions.mutate()])}
    />
  );
}
