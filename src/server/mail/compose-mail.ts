import { escapeHtml } from "#domain/escape-html.ts";
import { textOn } from "#domain/page/colour.ts";
import { directionOf } from "#domain/text-direction.ts";
import { languageOf } from "#domain/text-language.ts";
import type { ComposedMail, MailBrand, MailLogo } from "../deps.ts";

type Brand = Omit<MailBrand, "timeZone">;

type MailContent = {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** Shown large, for a person to type elsewhere. */
  code?: string;
  button?: { label: string; href: string };
  /** The anchor of the evidence of what the mail tells, for anyone who keeps the mail; null: there is none. */
  anchor?: string | null;
};

/**
 * Formats a mail as text and HTML in the company's name. All input is plain text. The HTML is tables with inline styles,
 * which all mail programs show, and loads nothing; the logo is added when it is sent; dark mode needs the style sheet. Outlook on Windows pads cells only.
 */
export function composeMail(brand: Brand, content: MailContent): ComposedMail {
  // A line break would end the subject header.
  const subject = content.subject.replaceAll(/\s+/g, " ").trim();
  return { subject, text: textOf(brand, content), html: htmlOf(brand, { ...content, subject }) };
}

/** A composed mail with another sentence, which was not known when it was written. */
export function withSentence(
  { text, html }: Pick<ComposedMail, "text" | "html">,
  sentence: string,
): Pick<ComposedMail, "text" | "html"> {
  return {
    text: text.replace("\n\n-- \n", `\n\n${sentence}\n\n-- \n`),
    html: html.replace("</h1>", `</h1>\n${paragraph(sentence)}`),
  };
}

/** The head of a mail, where withLogo shows the logo. */
const BRAND = /<td class="ink"([^>]*)>([^<]*)<\/td>/;

/** The HTML of a mail with the logo at this address in place of the company's name, which its alt text has. */
export function withLogo(html: string, address: string, { width, height }: Omit<MailLogo, "bytes">): string {
  // Its ground stays light in dark mode, because most logos are drawn for light paper.
  return html.replace(
    BRAND,
    (_, attributes: string, name: string) =>
      `<td class="ink"${attributes}><img class="logo" src="${address}" alt="${name}" width="${width}" height="${height}" style="display:block;border:0;width:${width}px;height:auto;max-width:100%;background:#f6f3ee;border-radius:6px;font-size:14px;line-height:20px;font-weight:600;${INK}"></td>`,
  );
}

function footerOf(brand: Brand): string {
  return `${brand.companyName} sent you this email through ${brand.productName}.`;
}

function textOf(brand: Brand, { heading, paragraphs, code, button, anchor }: MailContent): string {
  const parts = [heading, ...paragraphs];
  if (code) parts.push(code);
  if (button) parts.push(`${button.label}: ${button.href}`);
  if (anchor) parts.push(`${ANCHOR_WORDS}\n${anchor}`);
  parts.push(`-- \n${footerOf(brand)}\n${brand.companySite}`);
  return `${parts.join("\n\n")}\n`;
}

const FONT = "font-family:Figtree,'Segoe UI',Helvetica,Arial,sans-serif";
const INK = "color:#1f1d1a";
const SOFT = "color:#6b6560";
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** Mail programs without dark mode leave this out. Important, because it competes with inline styles. */
const DARK = `@media (prefers-color-scheme:dark){
.paper{background:#171614!important}
.sheet{background:#211f1c!important;border-color:#3a3733!important}
.code{background:#171614!important}
.logo{padding:8px!important}
.ink{color:#f1eee8!important}
.soft{color:#b3ada4!important}
}`;

/** Outlook on Windows ignores the greatest width, and shows Times in place of a font that it lacks. */
const OUTLOOK_HEAD =
  "<!--[if mso]><style>h1,p,td,a{font-family:'Segoe UI',Arial,sans-serif!important}</style><![endif]-->";
const OUTLOOK_WIDTH = `<!--[if mso]><table ${TABLE} width="560"><tr><td><![endif]-->`;
const OUTLOOK_END = "<!--[if mso]></td></tr></table><![endif]-->";

function htmlOf(brand: Brand, { subject, heading, paragraphs, code, button, anchor }: MailContent): string {
  const body = [
    textElement("h1", heading, "font-size:22px;line-height:28px;font-weight:600"),
    ...paragraphs.map(paragraph),
    code ? codeBox(code) : "",
    button ? buttonLink(brand, button) : "",
    anchor ? anchorLine(anchor) : "",
  ].join("\n");
  const site = escapeHtml(brand.companySite);
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(subject)}</title>
<style>${DARK}</style>
${OUTLOOK_HEAD}
</head>
<body class="paper" bgcolor="#f6f3ee" style="margin:0;padding:0;background:#f6f3ee;${FONT}">
${previewLine(paragraphs)}
<table ${TABLE} class="paper" width="100%" bgcolor="#f6f3ee" style="background:#f6f3ee"><tr><td align="center" style="padding:24px 12px">
${OUTLOOK_WIDTH}
<table ${TABLE} width="100%" style="max-width:560px;table-layout:fixed;word-break:break-word;text-align:left;${FONT}">
<tr><td class="ink" dir="auto" style="padding:0 4px 12px;font-size:14px;font-weight:600;${INK}">${escapeHtml(brand.companyName)}</td></tr>
<tr><td class="sheet" bgcolor="#ffffff" style="padding:28px 24px;background:#ffffff;border:1px solid #e4ded5;border-radius:10px">
${body}
</td></tr>
<tr><td class="soft" style="padding:16px 4px 0;font-size:13px;line-height:20px;${SOFT}">${escapeHtml(footerOf(brand))}<br>
<a class="soft" href="${site}" style="${SOFT}">${site}</a></td></tr>
</table>
${OUTLOOK_END}
</td></tr></table>
</body>
</html>
`;
}

function paragraph(text: string): string {
  return textElement("p", text, "font-size:16px;line-height:24px");
}

/** Most words decide how a text is read: a sentence of ours may begin with a name in other letters. */
function textElement(tag: "h1" | "p", text: string, style: string): string {
  const isFromRight = directionOf(text) === "rtl";
  const lang = languageOf(text);
  const attributes = `${isFromRight ? ' dir="rtl"' : ""}${lang === null ? "" : ` lang="${lang}"`}`;
  const side = isFromRight ? "text-align:right;" : "";
  return `<${tag} class="ink"${attributes} style="margin:0 0 16px;${side}${style};${INK}">${unbroken(text)}</${tag}>`;
}

/** A reference such as INV-0434, which no line may break at its hyphen. */
const REFERENCE = /\b[A-Z]{1,4}-\d+\b/g;

function unbroken(text: string): string {
  return escapeHtml(text).replace(REFERENCE, '<span style="white-space:nowrap">$&</span>');
}

/** What lists of mails show beside the subject: the first sentence instead of the company's name again. */
function previewLine([first]: string[]): string {
  if (first === undefined) return "";
  return `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(first)}</div>`;
}

const ANCHOR_WORDS = "Evidence: keep this email. This line proves later what was recorded.";

/** An anchor is one long word, which Outlook breaks only so. */
function anchorLine(anchor: string): string {
  return `<p class="soft" style="margin:24px 0 0;font-size:12px;line-height:18px;${SOFT}">${ANCHOR_WORDS}<br><span style="word-break:break-all">${escapeHtml(anchor)}</span></p>`;
}

function codeBox(code: string): string {
  return `<table ${TABLE} width="100%" style="margin:0 0 16px"><tr><td class="code ink" bgcolor="#f6f3ee" style="padding:12px 16px;background:#f6f3ee;border-radius:8px;font-size:28px;line-height:36px;letter-spacing:4px;font-weight:600;${INK}">${escapeHtml(code)}</td></tr></table>`;
}

/** The link is padded, so that all of the button is pressed. Outlook leaves that out and pads the cell. */
function buttonLink({ accent }: Brand, { label, href }: { label: string; href: string }): string {
  const fill = escapeHtml(accent);
  const ink = textOn(accent);
  return `<table ${TABLE} style="margin:8px 0 0"><tr><td bgcolor="${fill}" style="background:${fill};border-radius:8px;mso-padding-alt:12px 20px"><a href="${escapeHtml(href)}" style="display:inline-block;padding:12px 20px;border:1px solid ${fill};border-radius:8px;color:${ink};font-size:16px;line-height:24px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}

/** The lines of a person's text that are not empty: a paragraph of a mail each. */
export function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => line.trim() || []);
}
