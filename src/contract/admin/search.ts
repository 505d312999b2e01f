import { z } from "zod";
import { MAX_TYPED, SearchHit } from "#domain/search/search-hit.ts";
import { defineAdminCall } from "../call.ts";

export const searchAll = defineAdminCall("POST", "search/admin", "viewer", {
  isReading: true,
  summary:
    "Records of every kind whose name, number, email or page has words that begin like the typed ones: at most five of each kind, latest first",
  body: z.strictObject({ q: z.string().max(MAX_TYPED) }),
  reply: z.array(SearchHit),
});
