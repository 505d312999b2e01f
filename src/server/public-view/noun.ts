import type { Noun } from "../noun.ts";
import { COMPANY, see } from "../rls/row-rules.ts";

export const noun: Noun = {
  rows: {
    document_sharings: [see(["visitor"], "expires_at is null or expires_at > now()"), ...COMPANY],
  },
};
