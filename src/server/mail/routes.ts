import * as calls from "#contract/admin/mail.ts";
import { type Route, route } from "../http/route.ts";
import { MAIL_KINDS } from "./every-mail.ts";

export const mailRoutes: Route[] = [
  route(calls.listMails, async ({ deps }) =>
    MAIL_KINDS.map(({ compose, ...kind }) => {
      const { subject, text } = compose(deps.settings.now(), deps.env.publicUrl);
      return { ...kind, subject, text };
    }),
  ),
];
