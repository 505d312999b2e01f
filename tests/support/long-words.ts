import type { PageItem } from "#domain/page/page.ts";

// A world in which every text beside a figure is as long as allowed, and has no place to break.

const word = (letters: string, length: number) => letters.repeat(length).slice(0, length);

const PRODUCTS = [
  {
    productId: "long-product",
    productName: word("Reconciliation", 200),
    productUnit: word("kilowatthours", 40),
    productRate: 1234.5,
  },
  { productId: "free-product", productName: "Coffee", productUnit: "cup", productRate: 4.25 },
  {
    productId: "dear-product",
    productName: word("المصالحة", 200),
    productUnit: word("WWWWWWWWWW", 40),
    productRate: 98765432.1,
  },
];

const WORK_ORDERS = [
  {
    workOrderId: "long-work",
    name: word("Grundstücksverkehrsgenehmigung", 200),
    description: `<p>${word("Beschreibung", 300)}</p>`,
    products: [
      { productId: "long-product", total: 12.25 },
      { productId: "free-product", total: 1.5 },
    ],
    discountPercent: 12.5,
    discountName: word("Mengenrabatt", 100),
    optional: { isOptional: true, doesClientWantWorkDone: true },
  },
  {
    workOrderId: "dear-work",
    name: word("W", 200),
    description: "",
    products: [
      { productId: "dear-product", total: 77.75 },
      { productId: "long-product", total: 3.5 },
    ],
    discountPercent: 0,
    discountName: null,
    optional: { isOptional: false, doesClientWantWorkDone: false },
  },
];

const workOrderIds = WORK_ORDERS.map(({ workOrderId }) => workOrderId);
const quote = (id: string): PageItem => ({
  type: "WorkOrders",
  props: {
    id,
    workOrderData: { workOrderIds },
    globalDiscountPercent: 7.5,
    globalDiscountName: word("Freundschaftsnachlass", 200),
  },
});

const LONG = word("Kostenvoranschlag", 80);
const HEADS = ["Deliverable", "Owner", "Start", "End", "Workshop", "Review", "Acceptance", "Quantity"];
/** The words of a table of fourteen columns. */
export const WIDE_TABLE_HEADS = [...HEADS, "Rate", "Subtotal", "Discount", "Tax", "Total", "Remarks"];
const cells = (texts: readonly string[]) => texts.map((text) => `<td>${text}</td>`).join("");
export const WIDE_TABLE = `<table><tr>${cells(WIDE_TABLE_HEADS)}</tr><tr>${cells(WIDE_TABLE_HEADS.map(() => "Responsible team"))}</tr></table>`;

/** Every other block that shows a text. */
const OTHER_BLOCKS: PageItem[] = [
  { type: "Paragraph", props: { id: "wide-table", text: WIDE_TABLE } },
  {
    type: "Paragraph",
    props: {
      id: "paragraph",
      text: `<p>${LONG}</p><ul><li>${LONG}</li></ul><pre>${LONG}</pre>`,
      style: "xl",
    },
  },
  { type: "List", props: { id: "list", items: [{ title: LONG }] } },
  { type: "Button", props: { id: "button", text: LONG, link: "#title" } },
  { type: "Button", props: { id: "inert", text: LONG } },
  { type: "Video", props: { id: "video", source: `https://${word("video", 50)}.example/${LONG}` } },
  { type: "VideoGrid", props: { id: "grid", title: LONG, urls: ["https://youtu.be/aqz-KE-bpKQ"] } },
  {
    type: "ProvenWayOfWorking",
    props: { id: "phases", phases: [{ name: LONG, description: LONG, time: LONG }] },
  },
  { type: "Deliverables", props: { id: "deliverables", title: LONG, items: [{ content: LONG }] } },
  {
    type: "CaseStudies",
    props: {
      id: "case",
      header: LONG,
      cards: [{ title: LONG, summary: LONG, link: "#title", colour: "#14213d" }],
    },
  },
  {
    type: "CaseStudies",
    props: {
      id: "cases",
      cards: [
        { title: LONG, summary: LONG },
        { title: LONG, summary: LONG },
      ],
    },
  },
  {
    type: "Footer",
    props: {
      id: "footer",
      businessName: LONG,
      abn: LONG,
      address: LONG,
      contactEmail: `${word("buchhaltung", 64)}@${word("kosten", 60)}.example`,
    },
  },
];

const CONTENT: PageItem[] = [
  { type: "Heading", props: { id: "title", text: word("Kostenvoranschlag", 120), size: "title" } },
  quote("quote"),
  {
    type: "PricingTable",
    props: {
      id: "table",
      lineItems: [
        {
          product: word("Instandhaltung", 300),
          price: 432.1,
          count: 12.25,
          countLabel: word("Monatsrate", 200),
        },
        { product: "Care", price: 1234567.89, count: 345.67, countLabel: "" },
      ],
    },
  },
  {
    type: "Container",
    props: { id: "wide-padding", padding: 96, backgroundColor: "#14213d", content: [quote("in-padding")] },
  },
  {
    type: "Container",
    props: { id: "columns", padding: 48, gap: 120, columns: 3, content: [quote("in-columns")] },
  },
  {
    type: "Container",
    props: { id: "centred", padding: 400, justifyContent: "center", content: [quote("in-the-middle")] },
  },
  ...OTHER_BLOCKS,
];

/** The records of the world file. */
export const LONG_WORDS = {
  products: PRODUCTS,
  documents: [
    {
      uniqueDocumentId: "doc-long-words",
      slug: "long-words",
      organizationId: "harbour-coffee",
      externalId: "P-9999",
      name: word("Kostenvoranschlag", 200),
      documentType: "PROPOSAL",
      status: "PENDING",
      sharing: { isShared: true },
      puckState: { root: { props: {} }, content: CONTENT },
    },
  ],
  workOrders: WORK_ORDERS.map((workOrder, index) => ({
    ...workOrder,
    organizationId: "harbour-coffee",
    externalId: `W-999${index}`,
    workOrderStatus: "OPEN",
    uniqueDocument: "doc-long-words",
  })),
};

/** The page of the document with the data that the server adds. */
export const LONG_WORDS_PAGE: PageItem[] = CONTENT.map(withWork);

function withWork(item: PageItem): PageItem {
  const { content, ...props } = item.props as PageItem["props"] & { content?: PageItem[] };
  if (content) return { ...item, props: { ...props, content: content.map(withWork) } };
  if (item.type !== "WorkOrders") return item;
  const workOrderData = { workOrderIds, workOrders: WORK_ORDERS, products: PRODUCTS };
  return { ...item, props: { ...props, workOrderData } };
}
