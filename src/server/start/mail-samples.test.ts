import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { isLongCode, TypedCode } from "#domain/account/sign-in.ts";
import { formatMails } from "#tests/support/format-mails.ts";
import type { MailBrand } from "../deps.ts";
import { readEnv } from "../env/read-env.ts";
import { MAILS } from "./nouns.ts";

const { brand, timeZone } = readEnv({});
const BRAND: MailBrand = { ...brand, timeZone };
const SERVER = join(import.meta.dirname, "..");

/** What Word, which shows Outlook's mails, applies, and below what is only nicer with it. */
const KNOWN_STYLES = [
  "margin",
  "padding",
  "background",
  "border",
  "color",
  "text-align",
  "text-decoration",
  "font-family",
  "font-size",
  "font-weight",
  "line-height",
  "letter-spacing",
  "white-space",
  "mso-padding-alt",
  "mso-hide",
  "border-radius",
  "display",
  "max-width",
  "max-height",
  "overflow",
  "table-layout",
  "word-break",
];

test("COMPANY-12 docs/mails.md lists the mails that the code sends; run: npm run mails", async () => {
  await expect(formatMails(BRAND)).toMatchFileSnapshot("../../../docs/mails.md");
});

test("FIELD-11 docs/mails.md shows codes of both lengths as they are mailed and typed", () => {
  const mails = readFileSync("docs/mails.md", "utf8");
  const long = mails.match(/(?<=such as )[a-z0-9-]+$/gm) ?? [];
  expect(new Set(long).size).toBe(1);
  expect(isLongCode(TypedCode.parse(long[0]))).toBe(true);
  expect(mails.match(/^\d{4,}$/gm)).toEqual(Array(4).fill("40718265"));
});

test("COMPANY-12, HOUSE-3 every mail that the code composes has a sample in the noun of its folder", () => {
  const composing = globSync("**/*.ts", { cwd: SERVER }).filter(
    (path) =>
      !/^(?:mail|start)\//.test(path) && readFileSync(join(SERVER, path), "utf8").includes("composeMail("),
  );
  expect(composing.length).toBeGreaterThan(8);
  for (const path of composing) {
    const noun = readFileSync(join(SERVER, dirname(path), "noun.ts"), "utf8");
    const composers = readFileSync(join(SERVER, path), "utf8").matchAll(/export function (compose\w+)/g);
    for (const [, name] of composers) {
      expect(noun, path).toMatch(RegExp(`compose: .*?\\b${name}\\b`, "s"));
    }
    expect(noun, path).toContain(`from "./${basename(path)}"`);
  }
});

test("HOUSE-3 no two mails have the same kind or the same order", () => {
  for (const field of ["mailKind", "order"] as const)
    expect(new Set(MAILS.map((mail) => mail[field])).size).toBe(MAILS.length);
});

describe.each(MAILS)("COMPANY-12 the mail $mailKind", ({ compose }) => {
  const { subject, text, html: escaped } = compose(BRAND, "https://portal.example");
  const html = escaped.replaceAll(/&#(?:x27|39);/g, "'");

  test("says the same in text and HTML", () => {
    const words = html
      .slice(html.indexOf("<body"))
      .replaceAll(/<\/?span[^>]*>/g, "")
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

  test("uses only styles that Outlook and Gmail know, or that are no loss where they do not", () => {
    const styled = [...html.matchAll(/<(\w+)\b[^>]* style="([^"]+)"/g)];
    for (const [tag, name = "", style = ""] of styled) {
      const rules = new Map(style.split(";").map((rule) => rule.split(":") as [string, string]));
      for (const [property, value] of rules)
        expect(KNOWN_STYLES, `${property}: ${value}`).toContain(property);
      // Outlook pads cells only, and paints the background of attributes.
      const padding = rules.get("padding") ?? "0";
      if (padding !== "0" && name !== "td") {
        expect(html, tag).toContain(`mso-padding-alt:${padding}"><a `);
      }
      const background = rules.get("background");
      if (background) expect(tag).toContain(`bgcolor="${background}"`);
      if (rules.has("max-width")) expect(tag).toMatch(/<table [^>]*width="100%"/);
    }
  });

  test("tells Apple's programs of both colour schemes, and every text and surface has its dark colour", () => {
    expect(html).toContain('<html lang="en-AU">');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain(
      '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">',
    );
    const [, sheet = ""] = /<style>([^<]*)<\/style>/.exec(html) ?? [];
    expect(sheet.length, "Gmail leaves a longer one out").toBeLessThan(8192);
    const classes = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" "));
    for (const name of classes) expect(sheet, "Gmail knows plain names").toMatch(RegExp(`\\.${name}\\{`));
    for (const [tag, , property] of html.matchAll(/<(\w+)[^>]*[";](color|background):#[^>]*>/g)) {
      const isButton = /<a [^>]*padding/.test(tag) || tag.includes("mso-padding-alt");
      if (!isButton) expect(tag, property).toMatch(/ class="[a-z ]+"/);
    }
  });

  test("shows its first sentence in a list of mails, and no code", () => {
    const [, hidden = ""] =
      /<body[^>]*>\s*<div style="display:none[^"]*mso-hide:all">([^<]+)<\/div>/.exec(html) ?? [];
    const [, , first = ""] = text.split("\n");
    expect(hidden.replaceAll("&amp;", "&")).toBe(first);
    expect(hidden).not.toMatch(/\d{6}|:\/\//);
  });

  test("is readable as plain text, with the address of each link", () => {
    expect(text).not.toMatch(/<\/?[a-z]|&(amp|lt|gt|#)/);
    const shown = html.slice(html.indexOf("<body"));
    const links = [...shown.matchAll(/ href="([^"]+)"/g)].map(([, href = ""]) =>
      href.replaceAll("&amp;", "&"),
    );
    for (const href of links) expect(text.split(/\s/)).toContain(href);
    const words = shown.replaceAll(/<!--.*?-->/g, "").split(/<[^>]*>/);
    for (const line of words.filter((one) => /\w/.test(one))) {
      expect(text.replaceAll("&", "&amp;")).toContain(line.trim());
    }
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(998);
  });
});
