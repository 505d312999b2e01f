import { block, heading, paragraph } from "./gallery-block.ts";
import type { GallerySection } from "./gallery-sections.ts";

const SENTENCE =
  "People cross Sydney for your coffee. Online they meet a catalogue that was built for twelve products and now holds ninety.";

const RICH = `<h2>A heading in the text</h2>
<p>Words can be <strong>strong</strong>, <em>stressed</em>, <u>underlined</u>, <s>gone</s>, <mark>marked</mark>, H<sub>2</sub>O, and <a href="https://example.com/">lead elsewhere</a>.</p>
<ul><li>A list in the text</li><li>with two items</li></ul>
<ol><li>First this</li><li>then that</li></ol>
<blockquote>We have never had so few questions before a launch.</blockquote>
<table><thead><tr><th scope="col">Week</th><th scope="col">What happens</th></tr></thead><tbody><tr><td>1</td><td>Workshop</td></tr><tr><td>2–4</td><td>Design in three rounds</td></tr></tbody></table>
<hr><pre>order.total = 1234.50</pre>`;

export const TEXT_SECTIONS: GallerySection[] = [
  {
    block: "Heading",
    setting: "sizes",
    content: ["title", "h1", "h2", "h3", "h4", "h5", "h6"].map((size) =>
      heading(`An online store worthy of the roast (${size})`, size),
    ),
  },
  {
    block: "Heading",
    setting: "alignment, text colour, anchor",
    content: [
      ...["left", "center", "right"].map((alignment) =>
        block("Heading", { text: `Aligned ${alignment}`, size: "h3", alignment }),
      ),
      block("Heading", { text: "Terracotta", size: "h2", textColor: "#a3431f", anchor: "terracotta" }),
      block("Heading", { text: "Too pale a colour gives way to ink", size: "h4", textColor: "#e0d8c8" }),
    ],
  },
  {
    block: "Paragraph",
    setting: "styles",
    content: ["xs", "sm", "md", "lg", "xl"].map((style) => paragraph(`${style}. ${SENTENCE}`, style)),
  },
  {
    block: "Paragraph",
    setting: "newlines and rich text",
    content: [paragraph("Harbour Coffee Roasters\n12 Union Street\nPyrmont NSW 2009"), paragraph(RICH)],
  },
  {
    block: "List",
    setting: "items",
    content: [
      block("List", {
        items: [
          { title: "One in a hundred phone visitors finishes an order." },
          { title: "Subscriptions are paused by e-mail." },
          { title: "Seventy-four cafés order by text, phone and e-mail, and every order is typed twice." },
        ],
      }),
    ],
  },
  {
    block: "Footer",
    setting: "all fields",
    content: [
      block("Footer", {
        businessName: "Ember & Oak Digital Pty Ltd",
        abn: "53 004 085 616",
        address: "Level 2, 18 Market Street\nSydney NSW 2000",
        termsLink: "/general-document/general-terms",
        contactEmail: "hello@emberandoak.example",
      }),
    ],
  },
  {
    block: "Footer",
    setting: "a name alone",
    content: [block("Footer", { businessName: "Ember & Oak Digital" })],
  },
];
