import { z } from "zod";
import { Decimal } from "#domain/decimal.ts";
import { Holder, Saved, StoredCopy, WorkingDraft } from "#domain/drafts/working-draft.ts";
import { PuckState } from "#domain/page/page.ts";
import { defineCall } from "../call.ts";
import { IdParams } from "../id-params.ts";

/** A long page of a language whose letters take three bytes. */
const MOST_PAGE_BYTES = 8_000_000;

export const getDraft = defineCall({
  method: "GET",
  path: "unique-document/admin/{id}/draft",
  who: "viewer",
  reach: "every-organization",
  summary: "The page of a document as the company works on it, with its work and images for the editor",
  params: IdParams,
  reply: WorkingDraft,
});

export const savePage = defineCall({
  method: "PATCH",
  path: "unique-document/admin/{id}/draft",
  who: "editor",
  reach: "every-organization",
  summary: "Saves the page of a draft; an older revision is refused with who has saved another page since",
  params: IdParams,
  body: z.strictObject({
    /** The revision that the page was made from. */
    revision: z.int(),
    page: PuckState,
  }),
  maxBodyBytes: MOST_PAGE_BYTES,
  reply: Saved.extend({
    /** Dollars including GST with the present choices; null if the page prices nothing. */
    totalCost: Decimal.nullable(),
    images: z.array(StoredCopy),
  }),
});

export const holdDraft = defineCall({
  method: "POST",
  path: "unique-document/admin/{id}/draft/lease",
  who: "editor",
  reach: "every-organization",
  summary: "Tells colleagues that the caller edits a draft for the next 90 seconds, unless another one does",
  params: IdParams,
  body: z.strictObject({}),
  /** Who edits it now: the caller or somebody else. Nobody is kept from saving. */
  reply: z.strictObject({ holder: Holder }),
});
