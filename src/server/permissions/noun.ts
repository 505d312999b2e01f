import type { Noun } from "../noun.ts";
import { expireRequests } from "./expire-requests.job.ts";

export const noun: Noun = { jobs: [expireRequests] };
