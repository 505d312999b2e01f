import { z } from "zod";
import { Id } from "#domain/id.ts";
import { ChangedRetainer, ListedRetainer, ManagedRetainer, NewRetainer } from "#domain/retainers/retainer.ts";
import { defineAdminCall } from "../call.ts";

export const listRetainers = defineAdminCall("GET", "retainer/admin/list", "viewer", {
  staleAfter: ["retainer", "settings"],
  summary: "The retainers of every organization, or of one, newest first; at most 2,000",
  query: z.strictObject({ organizationId: Id.optional() }),
  reply: z.array(ListedRetainer),
});

export const getRetainer = defineAdminCall("GET", "retainer/admin/{id}", "viewer", {
  staleAfter: ["retainer", "invoice", "settings", "organization"],
  summary: "One retainer, with its lines and the periods that were prepared, the newest first",
  reply: ManagedRetainer,
});

export const addRetainer = defineAdminCall("POST", "retainer/admin", "editor", {
  summary: "Adds a retainer; each of its periods prepares one invoice, those that have begun at once",
  body: NewRetainer,
  reply: ManagedRetainer,
});

export const changeRetainer = defineAdminCall("PATCH", "retainer/admin/{id}", "editor", {
  summary: "Changes a retainer for the periods that are not prepared yet",
  body: ChangedRetainer,
  reply: ManagedRetainer,
});

export const pauseRetainer = defineAdminCall("PATCH", "retainer/admin/{id}/paused", "editor", {
  summary: "Pauses a retainer, or resumes it; periods that begin during a pause are never prepared",
  body: z.strictObject({ isPaused: z.boolean() }),
  reply: ManagedRetainer,
});

export const endRetainer = defineAdminCall("POST", "retainer/admin/{id}/end", "editor", {
  summary: "Ends a retainer today: no later period is prepared",
  reply: ManagedRetainer,
});

export const deleteRetainer = defineAdminCall("DELETE", "retainer/admin/{id}", "editor", {
  summary: "Deletes a retainer that has prepared nothing",
  reply: z.strictObject({ retainerId: Id }),
});
