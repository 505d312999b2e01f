import { MAIL_LOOK_PATH } from "#domain/mail/mail-look-path.ts";
import type { Deps } from "../deps.ts";
import { MAIL_KINDS } from "./every-mail.ts";

/** A mail is shown in a frame of our own page, may style itself, and neither runs nor loads anything. */
export const MAIL_LOOK_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'";

/** The HTML of the mail that an address of the company's side shows, as it would be sent now; null for others. */
export function findMailLook({ settings, env }: Pick<Deps, "settings" | "env">, url: string): string | null {
  const kind = MAIL_KINDS.find(({ mailKind }) => url === `${MAIL_LOOK_PATH}/${mailKind}`);
  return kind ? kind.compose(settings.now(), env.publicUrl).html : null;
}
