import { expect, test } from "vitest";
import { escapeAttributes } from "#domain/escape-html.ts";
import { withTableScrollContainers } from "#domain/page/table-boxes.ts";
import { addDirectionAndLanguage } from "./direction-and-language.ts";
import { withHangingPunctuation } from "./rich-text.tsx";

const inAttributes = [
  "<p>שלום<img src=x onerror=alert(1)>",
  "<p>“A<img src=x onerror=alert(1)>",
  `<table>${"<td>".repeat(4)}</table><img src=x onerror=alert(1)>`,
];

test.each(inAttributes)("FIELD-8 %s in an address stays in the address", (address) => {
  for (const name of ["href", "colspan"]) {
    const written = `<table><tbody><tr><td ${name}="https://shop.example/?${address}">One</td></tr></tbody></table>`;
    const escaped = escapeAttributes(written);
    const shown = withTableScrollContainers(
      addDirectionAndLanguage(withHangingPunctuation(escaped), { direction: "ltr", whole: "" }).html,
    );
    expect(shown).not.toContain("<img");
    expect(shown).toBe(escaped);
  }
});

test("FIELD-8 HTML without such signs in attributes stays as it is", () => {
  const html = '<p>a &gt; b</p><a href="/x?a=1&amp;b=2" rel="noopener">"1 &lt; 2"</a><br><ol start="3"></ol>';
  expect(escapeAttributes(html)).toBe(html);
});
