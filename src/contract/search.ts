import { z } from "zod";
import { MAX_TYPED, SearchHit } from "#domain/search/search-hit.ts";
import { defineCall } from "./call.ts";

export const search = defineCall("POST", "search/user", "member", {
  isReading: true,
  reach: "organization",
  summary:
    "Documents, work orders, invoices, general documents and people of the organization whose name, number, email or page has words that begin like the typed ones: at most five of each, latest first",
  body: z.strictObject({ q: z.string().max(MAX_TYPED) }),
  reply: z.array(SearchHit),
});
