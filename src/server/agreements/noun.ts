import type { Noun } from "../noun.ts";
import { mailSigningRequests } from "./mail-signing-requests.job.ts";
import { renderSignedCopy } from "./render-signed-copy.job.ts";

export const noun: Noun = { jobs: [mailSigningRequests, renderSignedCopy] };
