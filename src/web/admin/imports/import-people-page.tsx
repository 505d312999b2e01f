import { checkPeople, exportPeople, importPeople } from "#contract/admin/imports.ts";
import { listAllOrganizations } from "#contract/admin/organizations.ts";
import { getPerson, listPeople } from "#contract/admin/people.ts";
import { listPeopleOfOrganization } from "#contract/admin/permissions.ts";
import { call } from "#web/lib/call.ts";
import { ALL_PEOPLE_PATH } from "#web/paths.ts";
import { ImportPage } from "../ui/import-page.tsx";

/** /admin/people/import */
export function ImportPeoplePage() {
  return (
    <ImportPage
      noun="people"
      one="person"
      list={{ label: "All people", path: ALL_PEOPLE_PATH }}
      importer="owner"
      write={async () => (await call(exportPeople)).csv}
      fileName="people.csv"
      check={(body) => call(checkPeople, { body })}
      load={(body) => call(importPeople, { body })}
      stale={[listPeople, getPerson, listPeopleOfOrganization, listAllOrganizations]}
    >
      <p>
        The first row names the columns: Email, First name, Last name, Organization (its name or ID) and Right
        (“Can read” or “Can read and accept”). A person of several organizations has a row for each.
      </p>
      <p>
        <strong className="font-semibold text-ink">New people are not mailed.</strong> They can sign in at
        once: they choose their password with “Forgot your password?”, with a code that we mail them then. One
        email each tells people whose right changes, and those who may accept for the organization already. A
        person who is here already keeps their name. People whom the file leaves out stay as they are.
      </p>
    </ImportPage>
  );
}
