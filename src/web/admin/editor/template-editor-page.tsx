import { getTemplate } from "#contract/admin/templates.ts";
import { call } from "#web/lib/call.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { TEMPLATES, templatePath } from "../ui/template-paths.ts";
import { editedTemplate } from "./edited.ts";
import { EditorScreen } from "./editor-screen.tsx";

/** /admin/templates/:templateId/edit: the page of a template, with the editor of documents. */
export function TemplateEditorPage() {
  const { templateId = "" } = useParams();
  return (
    <EditorScreen
      id={templateId}
      noun="template"
      back={templatePath(templateId)}
      all={{ to: TEMPLATES, label: "All templates" }}
      load={openTemplate}
    />
  );
}

// Never from the cache: an older revision could not be saved.
async function openTemplate(id: string) {
  return { edited: editedTemplate(await call(getTemplate, { params: { id } })) };
}
