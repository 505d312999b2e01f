export const BENCH_WRITER = { email: "writer@bench.test", password: "counterpart-bench" };
/** A person of another organization than the writer. */
export const BENCH_READER = { email: "reader@bench.test", password: "counterpart-bench" };

export const BENCH_ADMIN = { email: "owner@bench.test", password: "counterpart-bench" };

const ORGANIZATIONS = 10;
const DOCUMENTS_EACH = 100;

type World = {
  text: string;
  documents: number;
  listed: number;
  /** The pending documents of the writer's organization. */
  pendingIds: string[];
  /** A document that the reader may see. */
  readId: string;
};

/**
 * A world file of a medium company: 10 clients with 100 documents each, the writer's perhaps with more, and two work
 * orders per document.
 */
export function makeWorld(listed = DOCUMENTS_EACH): World {
  const organizations = numbers(ORGANIZATIONS).map((n) => ({
    organizationId: `org-${n}`,
    organizationName: `Client ${n}`,
    status: "ACTIVE",
  }));
  const documents = organizations.flatMap(({ organizationId }) =>
    numbers(organizationId === "org-1" ? listed : DOCUMENTS_EACH).map((n) => makeDocument(organizationId, n)),
  );
  const world = {
    worldVersion: 1,
    organizations,
    people: [
      {
        ...BENCH_WRITER,
        firstName: "Bea",
        lastName: "Writer",
        permissions: [{ organizationId: "org-1", permissionType: "write" }],
      },
      {
        ...BENCH_READER,
        firstName: "Ray",
        lastName: "Reader",
        permissions: [{ organizationId: "org-2", permissionType: "read" }],
      },
      { ...BENCH_ADMIN, firstName: "Olga", lastName: "Owner", adminRole: "owner", permissions: [] },
    ],
    products: [{ productId: "hour", productName: "An hour", productUnit: "hour", productRate: 145.5 }],
    documents,
    workOrders: documents.flatMap((document) => makeWorkOrders(document)),
  };
  const pending = documents.filter((one) => one.organizationId === "org-1" && one.status === "PENDING");
  return {
    text: JSON.stringify(world),
    documents: documents.length,
    listed,
    pendingIds: pending.map((one) => one.uniqueDocumentId),
    readId: "org-2-doc-1",
  };
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

type WorldDocument = ReturnType<typeof makeDocument>;

function makeDocument(organizationId: string, n: number) {
  const uniqueDocumentId = `${organizationId}-doc-${n}`;
  const paragraphs = numbers(12).map((p) => ({
    type: "Paragraph",
    props: { id: `Paragraph-${p}`, style: "md", text: `Part ${p} of proposal ${n}. ${SENTENCE.repeat(3)}` },
  }));
  return {
    uniqueDocumentId,
    organizationId,
    externalId: `P-${uniqueDocumentId}`,
    name: `Proposal ${n}`,
    documentType: n % 3 === 0 ? "SCOPE_OF_WORK" : "PROPOSAL",
    status: n % 5 === 0 ? "DRAFT" : "PENDING",
    puckState: {
      root: { props: { title: `Proposal ${n}` } },
      content: [
        { type: "Heading", props: { id: "Heading-1", text: `Proposal ${n}`, size: "title" } },
        ...paragraphs,
        {
          type: "WorkOrders",
          props: {
            id: "WorkOrders-1",
            workOrderData: { workOrderIds: [`${uniqueDocumentId}-a`, `${uniqueDocumentId}-b`] },
            gst: true,
          },
        },
      ],
    },
  };
}

const SENTENCE = "What we agreed on when we met is written down here, in words that both of us use. ";

function makeWorkOrders({ uniqueDocumentId, organizationId }: WorldDocument) {
  return ["a", "b"].map((letter) => ({
    workOrderId: `${uniqueDocumentId}-${letter}`,
    organizationId,
    externalId: `W-${letter}`,
    name: `Work ${letter}`,
    uniqueDocument: uniqueDocumentId,
    workOrderStatus: "OPEN",
    products: [{ productId: "hour", total: 12.25 }],
    optional: { isOptional: letter === "b", doesClientWantWorkDone: false },
  }));
}
