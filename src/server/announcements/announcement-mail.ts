import type { ComposedMail, MailBrand } from "../deps.ts";
import { composeMail } from "../mail/compose-mail.ts";

type Announced = { title: string; text: string; link: string | null };

/** The mail of an announcement. A link of the portal's own begins with "/". */
export function composeAnnouncement(
  brand: MailBrand,
  publicUrl: string,
  { title, text, link }: Announced,
): ComposedMail {
  const href = link?.startsWith("/") ? `${publicUrl}${link}` : link;
  return composeMail(brand, {
    subject: title,
    heading: title,
    paragraphs: [text],
    button: { label: href ? "Read more" : "Open the portal", href: href ?? `${publicUrl}/notifications` },
  });
}
