import { checkOrganizations, exportOrganizations, importOrganizations } from "#contract/admin/imports.ts";
import { getOrganization, listAllOrganizations } from "#contract/admin/organizations.ts";
import { call } from "#web/lib/call.ts";
import { ImportPage } from "../ui/import-page.tsx";
import { ORGANIZATIONS_PATH } from "../ui/organization-path.ts";

/** /admin/organizations/import */
export function ImportOrganizationsPage() {
  return (
    <ImportPage
      noun="organizations"
      one="organization"
      list={{ label: "Organizations", path: ORGANIZATIONS_PATH }}
      importer="editor"
      write={async () => (await call(exportOrganizations)).csv}
      fileName="organizations.csv"
      check={(body) => call(checkOrganizations, { body })}
      load={(body) => call(importOrganizations, { body })}
      stale={[listAllOrganizations, getOrganization]}
    >
      <p>
        The first row names the columns: Name, and if you like Organization ID. A row with an ID renames that
        organization. Without one, a row belongs to the organization of the same name, or adds a new one.
      </p>
      <p>
        New organizations are not active: an owner makes them active, one by one. Organizations that the file
        leaves out stay as they are.
      </p>
    </ImportPage>
  );
}
