import type { Noun } from "../noun.ts";
import { tellAnnouncement } from "./tell-announcement.job.ts";

export const noun: Noun = { jobs: [tellAnnouncement] };
