import { z } from "zod";
import { Decimal } from "#domain/decimal.ts";
import {
  FullRevision,
  PagePosition,
  PagePresence,
  Revision,
  Saved,
  StoredCopy,
} from "#domain/drafts/working-draft.ts";
import { Id } from "#domain/id.ts";
import { PuckState } from "#domain/page/page.ts";
import { defineAdminCall, IdParams } from "../call.ts";

const RevisionParams = IdParams.extend({ number: z.string().regex(/^[1-9]\d{0,8}$/) });

export type PageCalls = ReturnType<typeof definePageCalls>;

/** The calls about the page of a document or a template: saving it, who has it open, and its revisions. */
export function definePageCalls(noun: "draft" | "template", owner: string, page: string) {
  return {
    savePage: defineAdminCall("PATCH", `${owner}/${page}`, "editor", {
      summary: `Saves the page of a ${noun}; an older revision is refused with who has saved another page since`,
      params: IdParams,
      body: z.strictObject({
        /** The revision that the page was made from. */
        revision: z.int(),
        page: PuckState,
      }),
      maxBodyBytes: MAX_PAGE_BYTES,
      reply: Saved.extend({
        /** Of a document: dollars including GST with the present choices; null if the page prices nothing. */
        totalCost: Decimal.nullable().optional(),
        images: z.array(StoredCopy),
        /** The page as it was stored, if that differs from what was sent. */
        page: PuckState.optional(),
      }),
    }),
    reportPresence: defineAdminCall("POST", `${owner}/${page}/presence`, "editor", {
      summary: `Reports where a tab of the caller is on the page of a ${noun}, and answers the other tabs that have it open`,
      params: IdParams,
      body: z.strictObject({
        tabId: Id,
        /** Null: the tab has closed. Without a report it counts as closed after 90 seconds. */
        position: PagePosition.nullable(),
      }),
      reply: z.array(PagePresence),
    }),
    leaveOutUnread: defineAdminCall("POST", `${owner}/${page}/leave-out-unread`, "editor", {
      summary: `Takes the parts out of a ${noun} that cannot be read; until then every save keeps them`,
      params: IdParams,
      body: z.strictObject({}),
      reply: z.strictObject({ uniqueDocumentId: Id.optional(), templateId: Id.optional() }),
    }),
    listRevisions: defineAdminCall("GET", `${owner}/revisions`, "viewer", {
      summary: `The pages that a ${noun} had, latest first: who saved them, and why they were kept`,
      params: IdParams,
      reply: z.array(Revision),
    }),
    getRevision: defineAdminCall("GET", `${owner}/revisions/{number}`, "viewer", {
      summary: `A page that a ${noun} had, and what changed from it to the present one`,
      params: RevisionParams,
      reply: FullRevision,
    }),
    restoreRevision: defineAdminCall("POST", `${owner}/revisions/{number}/restore`, "editor", {
      summary: `Makes a page that a ${noun} had its present one, and keeps the one that it replaces`,
      params: RevisionParams,
      /** The revision that the editor sees now. */
      body: z.strictObject({ revision: z.int() }),
      reply: Saved,
    }),
  };
}

/** A long page of a language whose letters take three bytes. */
const MAX_PAGE_BYTES = 8_000_000;
