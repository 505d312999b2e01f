import type { MailBrand } from "#server/deps.ts";
import { MAILS } from "#server/start/nouns.ts";

const HEAD = `# Mails

Every mail that the portal sends, with sample values. Written by \`npm run mails\`; a test fails if it is out of date.
\`/admin/mails\` shows them as they look, with the company's own settings.

Recipients of a document that waits for a decision are reminded in the days and hours of the settings, in the time
zone of the browser that they signed in with last, or the company's if they have not signed in. It sends no reminders of unpaid invoices.

All mails are in English, with dates in the company's time zone. Each has a text part and an HTML part with the same
words, and loads nothing from anywhere: a logo of the settings, or a \`COMPANY_LOGO\` that is no SVG, comes with it as a
small PNG. Mails with a code or a link are stored encrypted and erased once sent. Answers go
to the address in the settings. Below its text, each mail names the company, the portal and the company's website.
`;

/** What every mail ends with, so that it need not be read each time. */
const SIGNATURE = /\n+--\n.*$/s;

/** docs/mails.md. */
export function formatMails(brand: MailBrand): string {
  const parts = MAILS.map(({ name, when, to, again, compose }) => {
    const { subject, text } = compose(brand, "https://portal.example");
    return `## ${name}

- **When:** ${when}
- **To:** ${to}
- **Again:** ${again}
- **Subject:** ${subject}

\`\`\`text
${text.replaceAll(/ +$/gm, "").replace(SIGNATURE, "").trimEnd()}
\`\`\`
`;
  });
  return [HEAD, ...parts].join("\n");
}
