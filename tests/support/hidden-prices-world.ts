import { unique } from "./factories.ts";
import { makeBasics } from "./world.ts";

type Rate = { name: string; rate: number; total: number };

/** Words and quantities of work whose lines are hidden, or whose document is a draft. No answer may hold them. */
export const HIDDEN_WORDS = [
  "Secret kiln",
  "bucketful",
  "Confidential sketch",
  "Draftsman",
  "613.7",
  "616.66",
];

/** Words and figures that clients see, so that the search of answers finds what is there. */
export const SHOWN_WORDS = ["Firing the tiles", "Glaze", "Flour", "823.06", "Sketch of a mill"];

/**
 * An organization with a writer and a reader whose documents hide their prices in every way: a whole document, one
 * block of two, work that is quoted twice, a breakdown, a decided and shared document, and a draft.
 */
export function makeHiddenPricesWorld() {
  const { organizationId, email, lists } = makeBasics();
  const readerEmail = `${unique("reader")}@example.test`;
  const invoiceId = unique("invoice");
  const products: object[] = [];
  const workOrders: object[] = [];

  function work(uniqueDocument: string, name: string, lines: Rate[], more: object = {}): string {
    const workOrderId = unique("order");
    const quoted = lines.map((line) => ({ ...line, productId: unique("product") }));
    for (const { productId, name: productName, rate: productRate } of quoted) {
      products.push({
        productId,
        productName,
        productUnit: productName.startsWith("Secret") ? "bucketful" : "hour",
        productRate,
      });
    }
    workOrders.push({
      workOrderId,
      organizationId,
      externalId: workOrderId,
      name,
      description: "<p>Done with care</p>",
      uniqueDocument,
      invoice: invoiceId,
      workOrderStatus: "OPEN",
      products: quoted.map(({ productId, total }) => ({ productId, total })),
      ...more,
    });
    return workOrderId;
  }

  const block = (workOrderIds: string[], more: object = {}) => ({
    type: "WorkOrders",
    props: { id: unique("prices"), workOrderData: { workOrderIds }, ...more },
  });
  const document = (uniqueDocumentId: string, content: object[], more: object = {}) => ({
    uniqueDocumentId,
    organizationId,
    externalId: uniqueDocumentId,
    name: `Offer ${uniqueDocumentId}`,
    slug: uniqueDocumentId,
    documentType: "PROPOSAL",
    status: "PENDING",
    invoice: invoiceId,
    puckState: { root: { props: { title: "An offer" } }, content },
    ...more,
  });
  const decided = { status: "APPROVED", decision: { by: email, at: "2026-02-03T10:00:00+11:00" } };
  const shared = { sharing: { isShared: true } };
  const discounted = { discountPercent: 17.29, discountName: "For old friends" };

  const ids = {
    hidden: unique("hidden"),
    mixed: unique("mixed"),
    twice: unique("twice"),
    lines: unique("lines"),
    decided: unique("decided"),
    draft: unique("draft"),
  };
  const firing = work(
    ids.hidden,
    "Firing the tiles",
    [
      { name: "Oven", rate: 17391.37, total: 3.25 },
      { name: "Glaze", rate: 12839.19, total: 11 },
    ],
    discounted,
  );
  const optional = work(ids.hidden, "Painting", [{ name: "Paint", rate: 24471.83, total: 2 }], {
    optional: { isOptional: true, doesClientWantWorkDone: false },
  });
  const bread = work(ids.mixed, "Bread", [{ name: "Flour", rate: 411.53, total: 2 }]);
  const mill = work(ids.mixed, "A mill", [{ name: "Stone", rate: 28813.59, total: 4 }], discounted);
  const again = work(ids.twice, "A bridge", [{ name: "Beam", rate: 19127.43, total: 7 }]);
  const broken = work(ids.lines, "A kiln", [
    { name: "Secret kiln", rate: 15941.17, total: 613.7 },
    { name: "Secret kiln door", rate: 13163.29, total: 1 },
  ]);
  const done = work(ids.decided, "A tower", [{ name: "Secret kiln roof", rate: 26637.91, total: 613.7 }]);
  const sketched = work(
    ids.draft,
    "Sketch of a mill",
    [{ name: "Draftsman", rate: 21119.77, total: 616.66 }],
    {
      description: "<p>Confidential sketch</p>",
    },
  );
  const documents = [
    document(
      ids.hidden,
      [block([firing, optional], { hidePricing: true, globalDiscountPercent: 13.57 })],
      shared,
    ),
    document(
      ids.mixed,
      [
        block([bread]),
        { type: "Container", props: { id: "box", content: [block([mill], { hidePricing: true })] } },
        {
          type: "PricingTable",
          props: { id: "table", lineItems: [{ product: "Oil", price: 77.77, count: 1 }] },
        },
      ],
      shared,
    ),
    document(
      ids.twice,
      [block([again], { hidePricing: true }), block([again], { hideBreakdown: true })],
      shared,
    ),
    document(ids.lines, [block([broken], { hideBreakdown: true })], shared),
    document(ids.decided, [block([done], { hidePricing: true, hideBreakdown: true })], {
      ...decided,
      ...shared,
    }),
    document(ids.draft, [block([sketched])], { status: "DRAFT" }),
  ];
  const invoice = { invoiceId, organizationId, externalId: "I-1", name: "Invoice", invoiceStatus: "UNPAID" };
  const [writer] = lists.people;
  const reader = {
    ...writer,
    email: readerEmail,
    permissions: [{ organizationId, permissionType: "read" }],
  };
  return {
    organizationId,
    invoiceId,
    writerEmail: email,
    readerEmail,
    ids,
    work: { firing, optional, bread, mill, again, broken, done, sketched },
    lists: { ...lists, people: [writer, reader], products, documents, workOrders, invoices: [invoice] },
  };
}
