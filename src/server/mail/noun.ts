import type { Noun } from "../noun.ts";
import { sendMail } from "./send-mail.job.ts";

export const noun: Noun = { jobs: [sendMail] };
