import { expect, test, vi } from "vitest";
import type { PageItem } from "#domain/page/page.ts";
import { quoteOf } from "#tests/support/acceptance.ts";
import { readText } from "#tests/support/show-block.tsx";
import type { PublicDocument } from "./public-page.tsx";
import { renderPublicDocument } from "./render-public-page.tsx";

const FRAME = { css: "", fontPaths: [], scriptPath: "/assets/view.js" };

function documentOf(content: PageItem[]): PublicDocument {
  const updatedAt = { iso: "2026-11-21T00:00:00.000Z", text: "21 Nov 2026", title: "" };
  return {
    uniqueDocumentId: "doc",
    name: "An offer",
    slug: "an-offer",
    externalId: "P-1",
    status: "PENDING",
    createdAt: updatedAt,
    updatedAt,
    decidedAt: null,
    validUntil: null,
    newVersion: null,
    recipient: null,
    timeZone: "Australia/Sydney",
    failedBlocks: [],
    generalTermsPath: null,
    page: { content, root: { props: {} } },
    brand: { productName: "Counterpart", companyName: "Counterpart", hasLogo: false },
  };
}

const TABLE = {
  type: "PricingTable",
  props: { id: "table", lineItems: [{ product: "Oil", price: 10, count: 1 }] },
};
const paragraph = (id: string, text: string) => ({ type: "Paragraph", props: { id, text } });
const box = (id: string, content: PageItem[]) => ({ type: "Container", props: { id, content } });
const FAILED = "This part of the document could not be displayed.";

test("BLOCK-17 a block that fails on the server leaves its neighbours, and the browser is told which it was", () => {
  const sanitise = (html: string) => {
    if (html.includes("corrupt")) throw new Error("This cannot be shown.");
    return html;
  };
  const inner = box("box", [paragraph("bad", "corrupt"), paragraph("near", "Beside it")]);
  const failed = vi.fn<(item: PageItem, error: unknown) => void>();
  const content = [paragraph("first", "Before it"), inner, paragraph("last", "After it")];
  const html = renderPublicDocument(documentOf(content), sanitise, FRAME, failed);
  const shown = html.slice(0, html.indexOf("<script"));
  for (const text of ["Before it", "Beside it", "After it"]) expect(shown).toContain(text);
  expect(shown.split(FAILED)).toHaveLength(2);
  expect(html).toContain('"failedBlocks":["bad"]');
  expect(failed.mock.calls.map(([item]) => item.props.id)).toEqual(["bad"]);
});

test("FIELD-7 the public view names the total of the shown prices, and the work without one", () => {
  const quote = quoteOf("w", []);
  const hiding = { ...quote, props: { ...quote.props, hidePricing: true } };
  const text = (content: PageItem[]) =>
    readText(renderPublicDocument(documentOf(content), (html) => html, FRAME, vi.fn())).join(" ");
  expect(text([hiding, TABLE])).toMatch(
    /Total of the shown prices \$11\.00.*Work without a shown price is part of the acceptance: “Fit-out”\./,
  );
  expect(text([hiding, TABLE]), "also under its only shown prices").not.toContain("Total inc. GST");
  expect(text([quote, TABLE])).toContain("Total inc. GST $121.00 Sign in to accept");
});

test("PRICE-1 a browser's translation leaves the amounts alone, which would not follow a tick any more", () => {
  const html = renderPublicDocument(documentOf([quoteOf("w", []), TABLE]), (one) => one, FRAME, vi.fn());
  const shown = html.slice(0, html.indexOf("<script"));
  const around = [...shown.matchAll(/<([^<>]*)>[^<>]*\$\d/g)].map(([, tag]) => tag);
  expect(around.length).toBeGreaterThan(8);
  for (const tag of around) expect(tag).toContain('translate="no"');
});

test("BLOCK-18 no word of a document ends the data that a browser takes over from", () => {
  const text = "</script><script>alert(1)</script><!-- \u2028 ";
  const html = renderPublicDocument(documentOf([paragraph("p", text)]), () => "", FRAME, vi.fn());
  const [, data = ""] = /id="document">([^<]*)<\/script>/.exec(html) ?? [];
  expect((JSON.parse(data) as PublicDocument).page.content).toEqual([paragraph("p", text)]);
  expect(html.match(/<script/g)).toHaveLength(2);
});

test("BLOCK-17 the opening holds the facts, the title and the paragraphs below, and nothing that follows", () => {
  const title = { type: "Heading", props: { id: "title", text: "A store", size: "title" } };
  const heading = { type: "Heading", props: { id: "next", text: "Why", size: "h2" } };
  const content = [title, paragraph("lead", "For you"), heading, paragraph("text", "Because")];
  const html = renderPublicDocument(documentOf(content), (one) => one, FRAME, vi.fn<() => void>());
  const opening = html.slice(html.indexOf('class="cp-hero"'), html.indexOf("Because"));
  expect(opening).toMatch(
    /Counterpart<\/bdi> · <bdi[^>]*><time.*21 Nov 2026.*A store.*For you<\/p><\/div><h\d[^>]*>Why<.*<p[^>]*>$/,
  );
});

test("FIELD-8 a printed page has the document's name and number at its foot, whatever signs they have", () => {
  const footOf = (name: string) => {
    const html = renderPublicDocument({ ...documentOf([]), name }, (text) => text, FRAME, vi.fn());
    return /^<!doctype html><html lang="en-AU" style="--page-foot:([^"]*)">/.exec(html)?.[1];
  };
  expect(footOf("An offer")).toBe("&quot;An offer · P-1&quot;");
  expect(footOf(`"};</style>\\&'\n`)).toBe("&quot;\\22 };\\3c /style&gt;\\5c &amp;&#39;\\a  · P-1&quot;");
});
