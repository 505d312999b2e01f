export const WRITER = { email: "writer@bench.test", password: "counterpart-bench" };
/** The writer's organization. */
export const ORGANIZATION_ID = "org-1";

const ORGANIZATIONS = 10;
const DOCUMENTS_EACH = 100;
const SENTENCE = "What we agreed on when we met is written down here, in words that both of us use. ";

export type World = {
  text: string;
  /** The pending documents of the writer's organization. */
  pendingIds: string[];
};

/**
 * A world file of a medium company: 10 clients with 100 documents each, or more of the writer's, and two work orders
 * for each document.
 */
export function makeWorld(documentsOfWriter = DOCUMENTS_EACH): World {
  const organizations = numbersTo(ORGANIZATIONS).map((n) => ({
    organizationId: `org-${n}`,
    organizationName: `Client ${n}`,
    status: "ACTIVE",
  }));
  const documents = organizations.flatMap(({ organizationId }) => {
    const count = organizationId === ORGANIZATION_ID ? documentsOfWriter : DOCUMENTS_EACH;
    return numbersTo(count).map((n) => makeDocument(organizationId, n));
  });
  const permissions = [{ organizationId: ORGANIZATION_ID, permissionType: "write" }];
  const world = {
    worldVersion: 1,
    organizations,
    people: [{ ...WRITER, firstName: "Bea", lastName: "Writer", permissions }],
    products: [{ productId: "hour", productName: "An hour", productUnit: "hour", productRate: 145.5 }],
    documents,
    workOrders: documents.flatMap(makeWorkOrders),
  };
  const pending = documents.filter(
    ({ organizationId, status }) => organizationId === ORGANIZATION_ID && status === "PENDING",
  );
  return { text: JSON.stringify(world), pendingIds: pending.map((one) => one.uniqueDocumentId) };
}

function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function makeDocument(organizationId: string, n: number) {
  const uniqueDocumentId = `${organizationId}-doc-${n}`;
  const paragraphs = numbersTo(12).map((p) => ({
    type: "Paragraph",
    props: { id: `Paragraph-${p}`, style: "md", text: `Part ${p} of proposal ${n}. ${SENTENCE.repeat(3)}` },
  }));
  const workOrderIds = [`${uniqueDocumentId}-a`, `${uniqueDocumentId}-b`];
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
        { type: "WorkOrders", props: { id: "WorkOrders-1", workOrderData: { workOrderIds }, gst: true } },
      ],
    },
  };
}

function makeWorkOrders({ uniqueDocumentId, organizationId }: ReturnType<typeof makeDocument>) {
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
