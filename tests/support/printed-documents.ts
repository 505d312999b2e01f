import type { PageItem } from "#domain/page/page.ts";

// Five documents that print in five ways, hostile ones among them.

let made = 0;
export function block(type: string, props: Record<string, unknown> = {}): PageItem {
  made += 1;
  return { type, props: { id: `${type}-${made}`, ...props } };
}

export const heading = (text: string, size = "h2") => block("Heading", { text, size });
export const paragraph = (text: string) => block("Paragraph", { text });
export const container = (content: PageItem[], props: Record<string, unknown> = {}) =>
  block("Container", { content, ...props });
export const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

const PRODUCTS = [
  { productId: "hour", productName: "Senior design", productUnit: "hour", productRate: 165 },
  { productId: "day", productName: "Site visit", productUnit: "day", productRate: 1250.5 },
  { productId: "line", productName: "Reviewed line", productUnit: "line", productRate: 0.125 },
];

/** A quote of so many work orders; each third one is optional, and each fourth one has a discount of its own. */
export function longQuote(count: number, rows = 4): PageItem {
  const workOrders = range(1, count).map((n) => ({
    workOrderId: `work-${count}-${n}`,
    name: `Stage ${n}: fit-out of room ${n}`,
    description: `<p>Room ${n} is measured, drawn and <strong>fitted out</strong>, with everything that it needs.</p>`,
    products: range(1, rows).map((row) => ({
      productId: PRODUCTS[row % PRODUCTS.length]?.productId,
      total: row + n / 4,
    })),
    discountPercent: n % 4 === 0 ? 5 : 0,
    discountName: n % 4 === 0 ? "Volume" : null,
    optional: { isOptional: n % 3 === 0, doesClientWantWorkDone: n % 2 === 0 },
  }));
  const workOrderIds = workOrders.map(({ workOrderId }) => workOrderId);
  const workOrderData = { workOrderIds, workOrders, products: PRODUCTS };
  return block("WorkOrders", { workOrderData, globalDiscountPercent: 5, globalDiscountName: "Volume" });
}

const LINES =
  "The works are carried out in the order of the programme, and each one ends with a walk through the rooms. " +
  "What is found then is written down, mended within a week and shown again. ";

/** Boxes in boxes, each with a background of its own, over more than a page. */
export const nestedBoxes = (levels: number, content: PageItem[]): PageItem =>
  range(1, levels).reduceRight<PageItem>(
    (inside, level) =>
      container(level === levels ? content : [inside], {
        backgroundColor: ["#f6e7c8", "#ffffff", "#dbe9e4", "#f3dede"][(level - 1) % 4],
        backgroundOpacity: 1,
        padding: 24,
      }),
    content[0] ?? paragraph("Empty"),
  );

/** More than forty pages: chapters, nested boxes, sixty work orders, tables. */
export function longDocument(chapters = 30): PageItem[] {
  return [
    heading("Fit-out of sixty rooms", "title"),
    paragraph("A <strong>whole</strong> programme, with <em>everything</em> in its place."),
    ...range(1, chapters).flatMap((n) => [
      heading(`${n}. Chapter ${n} of the programme`, "h1"),
      paragraph(`${LINES.repeat(4)}`),
      heading(`${n}.1 What ${n} includes`, "h3"),
      paragraph(
        `<ul>${range(1, 6)
          .map((item) => `<li>Item ${item} of chapter ${n}</li>`)
          .join("")}</ul>`,
      ),
      nestedBoxes(
        3,
        range(1, 14).map((item) => paragraph(`Boxed ${item} of chapter ${n}. ${LINES}`)),
      ),
    ]),
    heading("Investment", "h1"),
    longQuote(60),
  ];
}

/** A table with so many columns and rows, in the rich text of a paragraph. */
export function wideTable(columns: number, rows: number): PageItem {
  const head = range(1, columns).map((n) => `<th>Column ${n}</th>`);
  const row = (at: number) => range(1, columns).map((n) => `<td>${at * n} units of ${n}</td>`);
  const body = range(1, rows).map((at) => `<tr>${row(at).join("")}</tr>`);
  return paragraph(`<table><tr>${head.join("")}</tr>${body.join("")}</table>`);
}

export const WIDE_TABLES = [
  heading("Figures", "title"),
  wideTable(14, 60),
  paragraph("<table><tr><td>No head</td><td>in this one</td></tr><tr><td>One</td><td>Two</td></tr></table>"),
  paragraph(
    '<table><caption>Spans</caption><tr><th colspan="2">Both</th><th>Third</th></tr><tr><td rowspan="2">A</td><td>B</td><td>C</td></tr><tr><td>D</td><td>E</td></tr></table>',
  ),
  paragraph("<table><tr><th></th><th></th></tr><tr><td></td><td>Alone</td></tr></table>"),
];

export const RIGHT_TO_LEFT = [
  heading("عرض تجهيز المتجر", "title"),
  paragraph("نقدم لكم <strong>خطة كاملة</strong> لتجهيز المتجر. Harbour Coffee 2026."),
  block("Deliverables", {
    title: "ما تحصلون عليه",
    items: [{ content: "<p>رسومات <em>كاملة</em></p>" }, { content: "زيارة الموقع" }],
  }),
  block("ProvenWayOfWorking", { phases: [{ name: "البداية", description: "نقيس الغرف", time: "أسبوع" }] }),
  heading("הצעת מחיר", "h2"),
  paragraph("<ol><li>מדידה</li><li>שרטוט<ul><li>תיקון</li></ul></li></ol>"),
  block("PricingTable", { lineItems: [{ product: "تصميم", price: 1200, count: 3, countLabel: "يوم" }] }),
];

export const NESTED = [
  heading("Boxes", "title"),
  nestedBoxes(
    4,
    range(1, 40).map((n) => paragraph(`Fourth level, ${n}. ${LINES}`)),
  ),
  block("LinkWrapper", {
    link: "https://example.com/all",
    content: [
      container([heading("Within a link", "h3"), paragraph("Inside <strong>of</strong> it.")], {
        columns: 2,
      }),
    ],
  }),
  nestedBoxes(2, [
    longQuote(3),
    block("CaseStudies", {
      header: "Earlier",
      cards: [
        { title: "Harbour", summary: "A <b>café</b>", link: "https://example.com/case", colour: "#14213d" },
      ],
    }),
  ]),
];

/** Blocks without texts, headings that skip, text in every mark, links of every kind. */
export const UNUSUAL = [
  heading("   ", "title"),
  heading("Deep at once", "h6"),
  paragraph(""),
  paragraph(
    "<p></p><h4></h4><h2>Rich <em>heading</em></h2><h4>Skipping</h4><ul><li></li></ul><blockquote></blockquote>",
  ),
  paragraph(
    "<b>Bold</b> <strong>strong</strong> <i>i</i> <em>em</em> <u>u</u> <s>s</s> <sub>sub</sub> <sup>sup</sup> <code>code</code> <mark>mark</mark><hr><pre>Pre\n  formatted</pre><blockquote><p>“Quoted”</p></blockquote>",
  ),
  paragraph(
    '<a href="https://example.com/long">A link that is so long that it goes on over the end of its line and continues on the next one, and further</a> <a href="https://example.com"></a> <a href="mailto:a@example.com"><strong>Write</strong></a>',
  ),
  block("Image", { src: "https://example.com/none.png", alt: "" }),
  block("Image", { src: "https://example.com/none.png", alt: "A bridge" }),
  block("Video", { source: "https://youtu.be/aqz-KE-bpKQ" }),
  block("VideoGrid", { title: "", urls: ["https://youtu.be/eRsGyueVLvQ"] }),
  block("Button", { text: "Book", link: "https://example.com/book" }),
  block("Button", { text: "Below", link: "#place" }),
  block("Button", { text: "", link: "https://example.com" }),
  block("Heading", { text: "A place", size: "h3", anchor: "place" }),
  block("CaseStudies", {
    header: "",
    cards: [{ title: "", summary: "", image: "https://example.com/x.png" }],
  }),
  block("Deliverables", { title: "", items: [{ content: "<p></p>" }, { content: "One" }] }),
  block("ProvenWayOfWorking", { phases: [{ name: "", description: "", time: "A week" }] }),
  block("List", { items: [{ title: "" }, { title: "Single" }] }),
  block("PricingTable", { lineItems: [{ product: "", price: "x", count: null }] }),
  block("WorkOrders", { workOrderData: { workOrderIds: ["gone"], workOrders: [], products: [] } }),
  block("Unknown", {}),
  container([]),
  block("Footer", { businessName: "", contactEmail: "hello@example.com", termsLink: "/terms" }),
];
