import * as calls from "#contract/admin/mail.ts";
import { MAIL_LOOK_PATH } from "#domain/mail/listed-mail.ts";
import type { Deps } from "../deps.ts";
import { type Route, route } from "../http/route.ts";
import { MAILS } from "./nouns.ts";

export const mailRoutes: Route[] = [
  route(calls.listMails, async ({ deps }) =>
    MAILS.map(({ compose, place: _, ...kind }) => {
      const { subject, text } = compose(deps.settings.now(), deps.env.publicUrl);
      return { ...kind, subject, text };
    }),
  ),
];

/** The HTML of the mail that an address of the company's side shows, as it would be sent now; null for others. */
export function findMailLook({ settings, env }: Pick<Deps, "settings" | "env">, url: string): string | null {
  const kind = MAILS.find(({ mailKind }) => url === `${MAIL_LOOK_PATH}/${mailKind}`);
  return kind ? kind.compose(settings.now(), env.publicUrl).html : null;
}
