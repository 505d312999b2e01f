import { expect, test } from "vitest";
import { withHangingPunctuation } from "./rich-text.tsx";

const HANGING = '<span class="cp-hanging-mark">“</span>';

test("a quotation mark hangs at the start of a text, a paragraph and a quote, also inside emphasis", () => {
  expect(withHangingPunctuation("“Yes.”")).toBe(`${HANGING}Yes.”`);
  expect(withHangingPunctuation("<p>One</p><p>“Two.”</p>")).toBe(`<p>One</p><p>${HANGING}Two.”</p>`);
  expect(withHangingPunctuation("<blockquote>“Yes.”</blockquote>")).toBe(
    `<blockquote>${HANGING}Yes.”</blockquote>`,
  );
  expect(withHangingPunctuation("“שלום”"), "at the other edge, where the text begins").toBe(
    `${HANGING}שלום”`,
  );
  expect(withHangingPunctuation("<em>“Yes.”</em>")).toBe(`<em>${HANGING}Yes.”</em>`);
});

test.each(["He said “yes”.", "<li>“Yes.”</li>", "“你好”", '<a href="/x">A link</a>', "”"])(
  "nothing hangs in %s",
  (html) => {
    expect(withHangingPunctuation(html)).toBe(html);
  },
);
