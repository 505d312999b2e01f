import {
  ExportedFile,
  ImportFile,
  ImportReport,
  ImportRequest,
  MAX_FILE_BYTES,
  OrganizationImportFile,
  OrganizationImportRequest,
} from "#domain/csv/import-report.ts";
import { defineAdminCall } from "../call.ts";

const checking = {
  isReading: true,
  body: ImportFile,
  maxBodyBytes: MAX_FILE_BYTES,
  reply: ImportReport,
} as const;

const importing = {
  body: ImportRequest,
  maxBodyBytes: MAX_FILE_BYTES,
  reply: ImportReport.shape.counts,
} as const;

export const checkOrganizations = defineAdminCall("POST", "organization/admin/import/check", "editor", {
  ...checking,
  body: OrganizationImportFile,
  summary: "What an import of organizations and their people from CSV would do, row by row",
});

export const importOrganizations = defineAdminCall("POST", "organization/admin/import", "editor", {
  ...importing,
  body: OrganizationImportRequest,
  summary:
    "Imports organizations with their details from CSV, all rows or none, and invites their people if that is asked; new ones wait for an owner",
});

export const exportOrganizations = defineAdminCall("GET", "organization/admin/list/csv", "owner", {
  reply: ExportedFile,
  summary: "All organizations as CSV, which can be imported again",
});

export const checkPeople = defineAdminCall("POST", "user-profile/admin/import/check", "owner", {
  ...checking,
  summary: "What an import of people and their rights from CSV would do, row by row",
});

export const importPeople = defineAdminCall("POST", "user-profile/admin/import", "owner", {
  ...importing,
  summary: "Imports people and their rights from CSV, all rows or none; no mail is sent",
});

export const exportPeople = defineAdminCall("GET", "user-profile/admin/list/csv", "owner", {
  reply: ExportedFile,
  summary: "All people of clients with their rights as CSV, which can be imported again",
});

export const checkWorkOrders = defineAdminCall("POST", "work-order/admin/import/check", "editor", {
  ...checking,
  summary: "What an import of work orders from CSV would do, row by row",
});

export const importWorkOrders = defineAdminCall("POST", "work-order/admin/import", "editor", {
  ...importing,
  summary: "Imports work orders from CSV: all rows, or none if one is wrong; clients do not see new ones yet",
});

export const exportWorkOrders = defineAdminCall("GET", "work-order/admin/list/csv", "owner", {
  reply: ExportedFile,
  summary: "All work orders as CSV, which can be imported again",
});
