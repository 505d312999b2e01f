import { signGeneralDocument } from "#contract/agreements.ts";
import { approveDocument, declineDocument, getDocument, receiveDocument } from "#contract/documents.ts";
import { chooseOptionalWork } from "#contract/work-orders.ts";
import { makeGeneralDocument, makeQuote, type TestPerson } from "./factories.ts";
import type { TestApp } from "./make-app.ts";

/** A document of the organization, and everything that decides on it or on its work. */
export async function decisionsOf(app: TestApp, { organizationId, userProfileId }: TestPerson) {
  const { document, workOrders } = await makeQuote(app.db, {
    organizationId,
    workOrders: [{ isOptional: true }],
  });
  const { generalDocumentId: documentId } = await makeGeneralDocument(app.db);
  const id = document.uniqueDocumentId;
  const params = { id };
  const read = (who: { as: TestPerson } | { token: string }) => app.request(getDocument, { ...who, params });
  const approve = async (who: { as: TestPerson } | { token: string }) => {
    const { contentHash } = await read(who);
    return { ...who, params, body: { uniqueDocumentId: id, status: "APPROVED" as const, contentHash } };
  };
  const refusals = async (who: { as: TestPerson } | { token: string }) => [
    await app.refusal(approveDocument, await approve(who)),
    await app.refusal(declineDocument, {
      ...who,
      params,
      body: { uniqueDocumentId: id, status: "DECLINED" },
    }),
    await app.refusal(receiveDocument, { ...who, body: { ...(await read(who)), status: "APPROVED" } }),
    await app.refusal(chooseOptionalWork, {
      ...who,
      params: { id: workOrders[0]?.workOrderId ?? "" },
      body: { optional: { doesClientWantWorkDone: true } },
    }),
    await app.refusal(signGeneralDocument, {
      ...who,
      body: { userId: userProfileId, organizationId, documentId },
    }),
  ];
  return { id, documentId, approve, refusals };
}
