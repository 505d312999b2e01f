import {
  ExportedFile,
  ImportFile,
  ImportReport,
  MOST_FILE_BYTES,
  WantedImport,
} from "#domain/csv/import-report.ts";
import { defineCall } from "../call.ts";

const checking = {
  method: "POST",
  isReading: true,
  reach: "every-organization",
  body: ImportFile,
  maxBodyBytes: MOST_FILE_BYTES,
  reply: ImportReport,
} as const;

const importing = {
  method: "POST",
  reach: "every-organization",
  body: WantedImport,
  maxBodyBytes: MOST_FILE_BYTES,
  reply: ImportReport.shape.counts,
} as const;

const exporting = {
  method: "GET",
  who: "owner",
  reach: "every-organization",
  reply: ExportedFile,
} as const;

export const checkOrganizations = defineCall({
  ...checking,
  path: "organization/admin/import/check",
  who: "editor",
  summary: "What an import of organizations from CSV would do, row by row",
});

export const importOrganizations = defineCall({
  ...importing,
  path: "organization/admin/import",
  who: "editor",
  summary: "Imports organizations from CSV: all rows, or none if one is wrong; new ones wait for an owner",
});

export const exportOrganizations = defineCall({
  ...exporting,
  path: "organization/admin/list/csv",
  summary: "All organizations as CSV, which an import takes back",
});

export const checkPeople = defineCall({
  ...checking,
  path: "user-profile/admin/import/check",
  who: "owner",
  summary: "What an import of people and their rights from CSV would do, row by row",
});

export const importPeople = defineCall({
  ...importing,
  path: "user-profile/admin/import",
  who: "owner",
  summary: "Imports people and their rights from CSV, all rows or none; nobody is mailed",
});

export const exportPeople = defineCall({
  ...exporting,
  path: "user-profile/admin/list/csv",
  summary: "All people of clients with their rights as CSV, which an import takes back",
});

export const checkWorkOrders = defineCall({
  ...checking,
  path: "work-order/admin/import/check",
  who: "editor",
  summary: "What an import of work orders from CSV would do, row by row",
});

export const importWorkOrders = defineCall({
  ...importing,
  path: "work-order/admin/import",
  who: "editor",
  summary: "Imports work orders from CSV: all rows, or none if one is wrong; clients do not see new ones yet",
});

export const exportWorkOrders = defineCall({
  ...exporting,
  path: "work-order/admin/list/csv",
  summary: "All work orders as CSV, which an import takes back",
});
