import type { Actions } from "#domain/activity/describe-action.ts";
import type { Noun } from "../noun.ts";
import { add, COMPANY, change, EVERY_ROW, remove } from "../rls/row-rules.ts";
import { describeDelivery } from "./describe-delivery.ts";
import { sendMail } from "./send-mail.job.ts";

const ACTIONS: Actions = {
  mails: {
    "mail.send": "sent an email",
    "mail.refuse": "could not send an email yet",
    "mail.give-up": "gave up sending an email",
    "mail.drop": "left out a reminder that had become needless",
  },
};

export const noun: Noun = {
  actions: ACTIONS,
  jobs: [sendMail],
  systemParts: [{ id: "mail", read: describeDelivery }],
  rows: {
    mails: [
      add(["visitor", "writer", "worker"], EVERY_ROW),
      change(["worker"], EVERY_ROW, [
        "sent_at",
        "sent_through",
        "sealed",
        "given_up_at",
        "failure",
        "bounced_at",
      ]),
      remove(["worker"], "waiting_version is not null or waiting_amount is not null"),
      ...COMPANY,
    ],
  },
};
