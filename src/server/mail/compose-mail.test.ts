import { describe, expect, test } from "vitest";
import { readEnv } from "../env/read-env.ts";
import { composeMail, withSentence } from "./compose-mail.ts";

const { brand } = readEnv({ COMPANY_NAME: "Ember & Oak", PRODUCT_NAME: "Counterpart" });

describe("composing mails", () => {
  test("text and HTML say the same, with the company's name and one button", () => {
    const mail = composeMail(brand, {
      subject: "Shop fit-out was approved",
      heading: "Shop fit-out was approved",
      paragraphs: ["By Ada.", "The total is $275.00."],
      button: { label: "Open the document", href: "https://portal.test/doc/shop?a=1&b=2" },
    });
    expect(mail.text).toContain("The total is $275.00.");
    expect(mail.text).toContain("Open the document: https://portal.test/doc/shop?a=1&b=2");
    expect(mail.text).toContain("Ember & Oak sent you this email through Counterpart.");
    expect(mail.html).toContain("The total is $275.00.");
    expect(mail.html).toContain('href="https://portal.test/doc/shop?a=1&amp;b=2"');
    expect(mail.html.match(/<a /g)).toHaveLength(2);
    expect(mail.html).toContain("Ember &amp; Oak");
  });

  test("what people wrote is never markup, and cannot add a header", () => {
    const evil = `<script>alert("x")</script>\r\nBcc: everyone@example.test`;
    const mail = composeMail(brand, { subject: evil, heading: evil, paragraphs: [evil], code: evil });
    expect(mail.html).not.toContain("<script");
    expect(mail.subject).not.toMatch(/[\r\n]/);
  });

  test("no line breaks inside a reference", () => {
    const text = "Invoice INV-0434 of P-1042 is due: well-made.";
    const mail = composeMail(brand, { subject: "Due", heading: text, paragraphs: [text] });
    expect(mail.text).toContain(text);
    for (const reference of ["INV-0434", "P-1042"]) {
      expect(mail.html.split(`<span style="white-space:nowrap">${reference}</span>`)).toHaveLength(3);
    }
    expect(mail.html).not.toContain('<span style="white-space:nowrap">made');
  });

  test("FIELD-8 a sentence that begins with a name is read from the left, a message in Arabic from the right", () => {
    const sentence = "نور الهدى (nour@cafe.example) accepted the proposal P-1042 on 21 Nov 2026.";
    const message = "شكرًا لكم، P-1042 جاهز.";
    const { html } = composeMail(brand, { subject: "s", heading: message, paragraphs: [sentence, message] });
    expect(html).toMatch(/<p class="ink" style="[^"]*">نور الهدى/);
    expect(html).toMatch(/<h1 class="ink" dir="rtl" lang="ar" style="[^"]*text-align:right[^"]*">شكرًا/);
    expect(html).toMatch(/<p class="ink" dir="rtl" lang="ar" style="[^"]*text-align:right[^"]*">شكرًا/);
  });

  test("a code stands alone on its line", () => {
    const mail = composeMail(brand, {
      subject: "Your code",
      heading: "Your code",
      paragraphs: [],
      code: "123456",
    });
    expect(mail.text).toMatch(/^123456$/m);
    expect(mail.html).toContain("123456");
  });
});

test("FIELD-6 a sentence that is learned later stands in both forms of a mail, before the foot of its text", () => {
  const mail = composeMail(brand, { subject: "s", heading: "Heading", paragraphs: ["First."] });
  const { text, html } = withSentence(mail, "It is not attached.");
  expect(text).toContain("First.\n\nIt is not attached.\n\n-- \n");
  expect(html).toMatch(/<\/h1>\s*<p[^>]*>It is not attached\.<\/p>/);
});
