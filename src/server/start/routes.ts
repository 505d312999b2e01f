import * as calls from "#contract/admin/mail.ts";
import { type Route, route } from "../http/route.ts";
import { MAILS } from "./nouns.ts";

const mailRoutes: Route[] = [
  route(calls.listMails, async ({ deps }) =>
    MAILS.map(({ compose, order: _, ...kind }) => {
      const { subject, text } = compose(deps.settings.now(), deps.env.publicUrl);
      return { ...kind, subject, text };
    }),
  ),
];

const FILES = import.meta.glob<{ routes?: readonly Route[] }>("../*/noun.ts", { eager: true });

/** The handlers of all calls: the `routes` of every `noun.ts`, and of the samples of mails. */
export const ROUTES: readonly Route[] = [
  ...Object.values(FILES).flatMap(({ routes = [] }) => routes),
  ...mailRoutes,
];
