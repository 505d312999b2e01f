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
});
