import type * as calls from "#contract/admin/imports.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

const organizations = (id: string) => ({ body: { csv: `Name\nImported by ${id}` } });
const people = (id: string) => ({
  body: {
    csv: `Email,First name,Last name,Organization,Right\n${id.toLowerCase()}@import.test,Ida,Import,${id},read`,
  },
});
const workOrders = (id: string) => ({ body: { csv: `Organization,Name\n${id},Imported work` } });

export const pointed: PointedAt<typeof calls> = {
  checkOrganizations: ({ organizationId }) => organizations(organizationId),
  importOrganizations: ({ organizationId }) => organizations(organizationId),
  exportOrganizations: () => ({}),
  checkPeople: ({ organizationId }) => people(organizationId),
  importPeople: ({ organizationId }) => people(organizationId),
  exportPeople: () => ({}),
  checkWorkOrders: ({ organizationId }) => workOrders(organizationId),
  importWorkOrders: ({ organizationId }) => workOrders(organizationId),
  exportWorkOrders: () => ({}),
};
