import { z } from "zod";
import { Id } from "#domain/id.ts";
import { PuckState } from "#domain/page/page.ts";
import { FullSection, Section, SectionName } from "#domain/sections/section.ts";
import { defineAdminCall } from "../call.ts";
import { ofVersion } from "../record-version.ts";

export const listSections = defineAdminCall("GET", "section/admin/list", "viewer", {
  summary: "The saved sections by name, without their blocks",
  reply: z.array(Section),
});

export const getSection = defineAdminCall("GET", "section/admin/{id}", "viewer", {
  summary: "A saved section with its blocks; documents hold copies of them",
  reply: FullSection,
});

export const addSection = defineAdminCall("POST", "section/admin", "editor", {
  summary: "Saves blocks as a section for other documents; the work orders in them are left out",
  body: z.strictObject({ name: SectionName, page: PuckState }),
  maxBodyBytes: 2_000_000,
  reply: Section,
});

export const renameSection = defineAdminCall("PATCH", "section/admin/{id}", "editor", {
  summary: "Gives a saved section another name",
  body: ofVersion(z.strictObject({ name: SectionName }), z.string()),
  reply: Section,
});

export const removeSection = defineAdminCall("DELETE", "section/admin/{id}", "editor", {
  summary: "Deletes a saved section; documents keep their copies",
  reply: z.strictObject({ sectionId: Id }),
});
