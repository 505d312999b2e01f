import { getTemplate } from "#contract/admin/templates.ts";
import { isLocked } from "#domain/page/locks.ts";
import { tokenOf } from "#domain/page/standard-variables.ts";
import { allItems } from "#domain/page/walk-page.ts";
import { variableLabel } from "#domain/templates/own-variable.ts";
import type { FullTemplate } from "#domain/templates/template.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { Detail, DetailList } from "#web/ui/detail-list.tsx";
import { PageHeading } from "#web/ui/page-body.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { newDocumentPath } from "../ui/document-paths.ts";
import { FormAndCardsSkeleton, RecordScreen } from "../ui/record-screen.tsx";
import { TEMPLATES, templateEditorPath, templateRevisionsPath } from "../ui/template-paths.ts";
import { TemplateActions } from "./template-actions.tsx";
import { TemplateForm } from "./template-form.tsx";

/** /admin/templates/:templateId */
export function TemplatePage() {
  const { templateId = "" } = useParams();
  return (
    <RecordScreen
      answer={useCall(getTemplate, { params: { id: templateId } })}
      id={templateId}
      noun="template"
      list={{ to: TEMPLATES, label: "All templates" }}
      title={({ name }) => name}
      skeleton={<FormAndCardsSkeleton sidebarHeight="h-64" />}
    >
      {(template) => <TemplateDetail template={template} />}
    </RecordScreen>
  );
}

function TemplateDetail({ template }: { template: FullTemplate }) {
  const mayChange = useMayActAs("editor");
  const { templateId, name, description, isRetired } = template;
  return (
    <article>
      <PageHeading
        eyebrow={<TextLink to={TEMPLATES}>Templates</TextLink>}
        intro={
          isRetired ? "Retired: new documents can't choose it. Those made from it stay as they are." : null
        }
        actions={
          mayChange ? (
            <>
              {isRetired ? null : <ButtonLink to={newDocumentPath({ templateId })}>New document</ButtonLink>}
              <ButtonLink tone="primary" to={templateEditorPath(templateId)}>
                Edit page
              </ButtonLink>
              <TemplateActions template={template} />
            </>
          ) : null
        }
      >
        {name}
      </PageHeading>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-10">
        {mayChange ? (
          <TemplateForm template={template} />
        ) : (
          <p dir="auto" className="wrap-anywhere whitespace-pre-line text-ink-soft">
            {description === "" ? "No description yet." : description}
          </p>
        )}
        <Facts template={template} />
      </div>
    </article>
  );
}

function Facts({ template }: { template: FullTemplate }) {
  const { templateId, documents, referencedVariables, variables, savedAt, savedBy, page } = template;
  const blocks = allItems(page);
  return (
    <Card aria-label="Facts" className="p-5">
      <DetailList>
        <Detail label="Documents">{counted(documents, "document", "made from it")}</Detail>
        <Detail label="Page">
          {blocks.length === 0
            ? "Empty"
            : `${counted(blocks.length, "block")}, ${blocks.filter(isLocked).length} locked`}
        </Detail>
        <Detail label="Page saved">
          <DateTimeText iso={savedAt} />
          {savedBy ? <span className="block text-ink-soft text-sm">by {savedBy.name}</span> : null}
          <span className="block">
            <TextLink to={templateRevisionsPath(templateId)}>Version history</TextLink>
          </span>
        </Detail>
        <Detail label="Variables on the page">
          {referencedVariables.length === 0 ? (
            "None"
          ) : (
            <ul className="space-y-1">
              {referencedVariables.map((name) => (
                <li key={name}>
                  <bdi>{variableLabel(name, variables)}</bdi>
                  <span className="wrap-anywhere block text-ink-soft text-xs">{tokenOf(name)}</span>
                </li>
              ))}
            </ul>
          )}
        </Detail>
      </DetailList>
    </Card>
  );
}

function counted(number: number, noun: string, rest = ""): string {
  return `${number.toLocaleString("en-AU")} ${noun}${number === 1 ? "" : "s"} ${rest}`.trim();
}
