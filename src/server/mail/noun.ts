import type { Actions } from "#domain/activity/say-action.ts";
import type { Noun } from "../noun.ts";
import { sendMail } from "./send-mail.job.ts";

const ACTIONS: Actions = {
  mails: {
    "mail.send": "sent an email",
    "mail.refuse": "could not send an email yet",
    "mail.give-up": "gave up sending an email",
  },
};

export const noun: Noun = { actions: ACTIONS, jobs: [sendMail] };
