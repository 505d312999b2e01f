import type { Noun } from "../noun.ts";

export const noun: Noun = {
  actions: {
    mails: {
      "mail.bounce": "learnt that an email had bounced",
    },
  },
};
