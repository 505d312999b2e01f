import type { Brand } from "../env.ts";
import { escapeHtml } from "../html/escape-html.ts";

type MailContent = {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** Shown large, for a person to type elsewhere. */
  code?: string;
  button?: { label: string; href: string };
};

/** Formats a mail as text and HTML in the company's name. All input is plain text, never markup. */
export function composeMail(
  brand: Brand,
  content: MailContent,
): { subject: string; text: string; html: string } {
  // A line break would end the subject header.
  const subject = content.subject.replaceAll(/\s+/g, " ").trim();
  return { subject, text: textOf(brand, content), html: htmlOf(brand, { ...content, subject }) };
}

function footerOf(brand: Brand): string {
  return `${brand.companyName} sent you this mail through ${brand.productName}.`;
}

function textOf(brand: Brand, { heading, paragraphs, code, button }: MailContent): string {
  const parts = [heading, ...paragraphs];
  if (code) parts.push(code);
  if (button) parts.push(`${button.label}: ${button.href}`);
  parts.push(`-- \n${footerOf(brand)}\n${brand.companySite}`);
  return `${parts.join("\n\n")}\n`;
}

const FONT = "font-family:Figtree,'Segoe UI',Helvetica,Arial,sans-serif";
const INK = "color:#1f1d1a";

function htmlOf(brand: Brand, { subject, heading, paragraphs, code, button }: MailContent): string {
  const body = [
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:28px;font-weight:600;${INK}">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map(
      (text) => `<p style="margin:0 0 16px;font-size:16px;line-height:24px;${INK}">${escapeHtml(text)}</p>`,
    ),
    code ? codeBox(code) : "",
    button ? buttonLink(brand, button) : "",
  ].join("\n");
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f6f3ee;${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 12px;font-size:14px;font-weight:600;${INK}">${escapeHtml(brand.companyName)}</td></tr>
<tr><td style="padding:28px;background:#ffffff;border:1px solid #e4ded5;border-radius:10px">
${body}
</td></tr>
<tr><td style="padding:16px 4px 0;font-size:13px;line-height:20px;color:#6b6560">${escapeHtml(footerOf(brand))}<br>
<a href="${escapeHtml(brand.companySite)}" style="color:#6b6560">${escapeHtml(brand.companySite)}</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function codeBox(code: string): string {
  return `<p style="margin:0 0 16px;padding:12px 16px;background:#f6f3ee;border-radius:8px;font-size:28px;line-height:36px;letter-spacing:4px;font-weight:600;${INK}">${escapeHtml(code)}</p>`;
}

function buttonLink(brand: Brand, { label, href }: { label: string; href: string }): string {
  return `<p style="margin:8px 0 0"><a href="${escapeHtml(href)}" style="display:inline-block;padding:12px 20px;background:${escapeHtml(brand.accent)};color:#ffffff;border-radius:8px;font-size:16px;line-height:24px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
}
