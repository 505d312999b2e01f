import {
  checkOrganizations,
  checkPeople,
  checkWorkOrders,
  exportOrganizations,
  exportPeople,
  exportWorkOrders,
  importOrganizations,
  importPeople,
  importWorkOrders,
} from "#contract/admin/imports.ts";
import {
  getOrganization,
  getOrganizationTotals,
  listAllOrganizations,
} from "#contract/admin/organizations.ts";
import { getPerson, listPeople } from "#contract/admin/people.ts";
import { listPeopleOfOrganization } from "#contract/admin/permissions.ts";
import {
  getManagedWorkOrder,
  getWorkOrderBoard,
  listManagedWorkOrders,
} from "#contract/admin/work-orders.ts";
import { call } from "#web/lib/call.ts";
import { ALL_PEOPLE_PATH } from "#web/paths.ts";
import { ImportPage } from "../ui/import-page.tsx";
import { ORGANIZATIONS_PATH } from "../ui/paths.ts";
import { InviteChoice } from "./invite-choice.tsx";

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
      stale={[listAllOrganizations, getOrganization, getOrganizationTotals]}
      inviteChoice={(people, choice) => <InviteChoice people={people} {...choice} />}
    >
      <p>
        Import your clients and their people from a spreadsheet, or from an export of Xero, Google, Outlook,
        HubSpot or Shopify. A row needs the name of the organization. It may also have its ABN, address, phone
        and billing contact, and a person with first name, last name and email. You choose below what each
        column is.
      </p>
      <p>
        A row belongs to the organization of the same name, or adds a new one; several rows of one
        organization are its people. A row with an Organization ID renames that organization. An empty cell
        changes nothing, and organizations that the file leaves out stay as they are.
      </p>
      <p>New organizations aren't active: an owner makes them active in the list, many at once.</p>
    </ImportPage>
  );
}

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
        <strong className="font-semibold text-ink">New people aren't emailed.</strong> They can sign in right
        away: they choose “Forgot your password?” and we email them a code. People whose access changes get
        one email, and so do those who can already accept for the organization. People who are already here
        keep their names. People who aren't in the file stay as they are.
      </p>
    </ImportPage>
  );
}

export function ImportWorkOrdersPage() {
  return (
    <ImportPage
      noun="work orders"
      one="work order"
      list={{ label: "Work orders", path: "/work-orders" }}
      importer="editor"
      write={async () => (await call(exportWorkOrders)).csv}
      fileName="work-orders.csv"
      check={(body) => call(checkWorkOrders, { body })}
      load={(body) => call(importWorkOrders, { body })}
      stale={[listManagedWorkOrders, getManagedWorkOrder, getWorkOrderBoard]}
    >
      <p>
        The first row names the columns: Organization (its name or ID) and Name, and if you like Number,
        Document (its number or ID), Products, Discount, Discount name, Optional (Yes or No) and Description.
        Products look like this: <code className="text-sm">Design (hour): 8 | Hosting (month): 12</code>
      </p>
      <p>
        A row with the Number of a work order, or its ID, changes that one, and an empty cell leaves what is
        there. New work orders are drafts that clients don't see. Change what clients can already see in the
        portal, not with a file.
      </p>
    </ImportPage>
  );
}
