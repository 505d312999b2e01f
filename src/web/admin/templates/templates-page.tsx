import { getTemplate, listTemplates, retireTemplate } from "#contract/admin/templates.ts";
import type { Template } from "#domain/templates/template.ts";
import { call } from "#web/lib/call.ts";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { Button } from "#web/ui/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn, retiredColumn } from "#web/ui/data-table/usual-columns.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import type { BulkAction } from "../ui/bulk-run.ts";
import { BulkSelection } from "../ui/bulk-selection.tsx";
import { LibraryDialog } from "../ui/library-dialogs.tsx";
import { NewTemplateDialog } from "../ui/new-template-dialog.tsx";
import { templatePath } from "../ui/template-paths.ts";

const COLUMNS: readonly DataTableColumn<Template>[] = [
  {
    id: "name",
    header: "Name",
    text: (row) => row.name,
    cell: (row) => (
      <>
        {row.name}
        {row.description === "" ? null : (
          <span dir="auto" className="line-clamp-2 text-ink-soft text-sm">
            {row.description}
          </span>
        )}
      </>
    ),
    isWide: true,
    cardSlot: "title",
  },
  {
    id: "documents",
    header: "Documents",
    text: (row) => row.documents.toLocaleString("en-AU"),
    sortKey: (row) => row.documents,
  },
  dateColumn({ id: "updatedAt", header: "Updated" }, (row) => row.updatedAt),
  retiredColumn("status"),
];

const idOf = (row: Template) => row.templateId;
const nameOf = (row: Template) => row.name;
const STALE = [listTemplates, getTemplate];

const ACTIONS: readonly BulkAction<Template>[] = [
  {
    label: "Retire",
    who: "editor",
    isFor: (row) => !row.isRetired,
    run: (row) => call(retireTemplate, { params: { id: idOf(row) }, body: { isRetired: true } }),
    done: "is retired",
  },
  {
    label: "Restore",
    who: "editor",
    isFor: (row) => row.isRetired,
    run: (row) => call(retireTemplate, { params: { id: idOf(row) }, body: { isRetired: false } }),
    done: "is in use again",
  },
];

/** /admin/templates; with `new` in the address the dialog of a new one is open. */
export function TemplatesPage() {
  const { data, error, mutate } = useCall(listTemplates, {});
  const [parameters, setParameters] = useSearchParams();
  const mayAdd = useMayActAs("editor");
  return (
    <Screen
      title="Templates"
      intro="New documents can begin with these pages. Names, numbers and dates are filled in automatically."
      actions={
        mayAdd ? (
          <>
            <Button onClick={() => setParameters({ library: "1" })}>Add from the library</Button>
            <Button tone="primary" onClick={() => setParameters({ new: "1" })}>
              New template
            </Button>
          </>
        ) : null
      }
    >
      {fetchFailure({ data, error, mutate }, "We were unable to fetch the templates.") ?? (
        <BulkSelection
          label="templates"
          idOf={idOf}
          nameOf={nameOf}
          columns={COLUMNS}
          actions={ACTIONS}
          stale={STALE}
        >
          {(selectable) => (
            <DataTable
              label="Templates"
              data={data}
              columns={selectable}
              getRowId={idOf}
              rowHref={(row) => templatePath(row.templateId)}
              enablePagination
              usualOrder="By name"
              emptyHint="Begin a template with an empty page, add one from the library, or save a document as one."
              emptyAction={
                mayAdd ? (
                  <Button tone="primary" onClick={() => setParameters({ library: "1" })}>
                    Add the first template
                  </Button>
                ) : null
              }
            />
          )}
        </BulkSelection>
      )}
      {mayAdd && parameters.has("new") ? (
        <NewTemplateDialog document={null} onClose={() => setParameters({}, { replace: true })} />
      ) : null}
      {mayAdd && parameters.has("library") ? (
        <LibraryDialog onClose={() => setParameters({}, { replace: true })} />
      ) : null}
    </Screen>
  );
}
