import * as calls from "#contract/admin/delivery.ts";
import { byId, type Route, route } from "../http/route.ts";
import type { Noun } from "../noun.ts";
import { getDelivery } from "./get-delivery.ts";
import { mailAgain } from "./mail-again.ts";
import { mailElsewhere } from "./mail-elsewhere.ts";

export const noun: Noun = {
  actions: {
    mails: {
      "mail.send-again": "sent a refused email again",
      "mail.send-elsewhere": "sent a refused email to another address",
    },
  },
};

export const routes: Route[] = [
  route(calls.getDelivery, ({ deps, params }) => getDelivery(deps, params.id)),
  route(calls.mailAgain, byId(mailAgain)),
  route(calls.mailElsewhere, byId(mailElsewhere)),
];
