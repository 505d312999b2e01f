import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatMails } from "#tests/support/format-mails.ts";
import { readEnv } from "../env.ts";
import type { MailBrand } from "./compose-mail.ts";
import { MAIL_KINDS } from "./every-mail.ts";

const { brand, timeZone } = readEnv({});
const BRAND: MailBrand = { ...brand, timeZone };
const SERVER = join(import.meta.dirname, "..");

test("COMPANY-12 docs/mails.md lists the mails that the code sends; run: npm run mails", async () => {
  await expect(formatMails(BRAND)).toMatchFileSnapshot("../../../docs/mails.md");
});

test("COMPANY-12 every mail that the code composes is listed", () => {
  const listed = readFileSync(join(SERVER, "mail/every-mail.ts"), "utf8");
  const composing = globSync("**/*.ts", { cwd: SERVER }).filter(
    (path) => !path.startsWith("mail/") && readFileSync(join(SERVER, path), "utf8").includes("composeMail("),
  );
  expect(composing.length).toBeGreaterThan(8);
  for (const path of composing) {
    const composers = readFileSync(join(SERVER, path), "utf8").matchAll(/export function (compose\w+)/g);
    for (const [, name] of composers) expect(listed, path).toContain(`${name}`);
    expect(listed, path).toContain(`from "../${path}"`);
  }
});

describe.each(MAIL_KINDS)("COMPANY-12 the mail $mailKind", ({ compose }) => {
  const { subject, text, html } = compose(BRAND, "https://portal.example");

  test("says the same in text and HTML", () => {
    const words = html
      .slice(html.indexOf("<body"))
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll("&amp;", "&");
    for (const line of text.split("\n").filter((one) => /^[A-Z]/.test(one) && !one.includes("://"))) {
      expect(words).toContain(line.trim());
    }
    expect(html).toContain(`<title>${subject.replaceAll("&", "&amp;")}</title>`);
  });

  test("loads nothing, runs nothing, and lays itself out with tables and inline styles", () => {
    expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import|src=/);
    expect(html).not.toMatch(/display:(flex|grid)|position:/);
    expect(html.match(/<table role="presentation"/g)?.length).toBeGreaterThan(1);
    expect(html).toContain("@media (prefers-color-scheme:dark)");
    expect(html).not.toMatch(/[^-]width:\d{3,}px/);
  });

  test("keeps to what common mail programs show: its width, its fonts and a style for each text", () => {
    const outlook = [...html.matchAll(/<!--\[if mso\]>(.*?)<!\[endif\]-->/g)].map(
      ([, inside = ""]) => inside,
    );
    expect(outlook.join("")).toMatch(
      /font-family:'Segoe UI',Arial.*<table [^>]*width="560"><tr><td><\/td><\/tr><\/table>/,
    );
    const shown = html.slice(html.indexOf("<body")).replaceAll(/<!--.*?-->/g, "");
    for (const [tag] of shown.matchAll(/<(h1|p|a|td|table|body)\b[^>]*>/g)) {
      if (!tag.startsWith("<td bgcolor")) expect(tag).toMatch(/ style="[^"]+"/);
      expect(tag, "units and functions that some programs drop").not.toMatch(
        /var\(|calc\(|rgba?\(|\d(rem|em|vw)\b/,
      );
    }
    for (const [table] of shown.matchAll(/<table\b[^>]*>/g)) expect(table).toContain('role="presentation"');
    expect(html.length, "Gmail cuts off mails of more than 102 kB").toBeLessThan(20_000);
  });

  test("is readable as plain text, with the address that its button opens", () => {
    expect(text).not.toMatch(/<\/?[a-z]|&(amp|lt|gt|#)/);
    const [, href] = /<a href="([^"]+)"/.exec(html) ?? [];
    if (href !== undefined) expect(text).toContain(href.replaceAll("&amp;", "&"));
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(998);
  });
});
