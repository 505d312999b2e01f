import type { FrameLocator, Page } from "playwright-core";

/** The page of a draft on the canvas of the editor. */
export const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="Page"]');

export const untilSaved = (page: Page): Promise<void> => page.locator('[data-save="saved"]').waitFor();

/** The types of the blocks on the canvas with the first of their words, in their order. */
export function blocksOn(page: Page): Promise<string[]> {
  return frameOf(page)
    .locator(".editor-block")
    .evaluateAll((blocks) =>
      blocks.map((block) => `${(block as HTMLElement).dataset.type}: ${block.textContent?.slice(0, 20)}`),
    );
}

/** Calls the portal as the person of the page, and returns the answer's data. */
export function callAs<Data>(page: Page, address: string, body?: unknown): Promise<Data> {
  const [method = "", path = ""] = address.split(" ");
  return page.evaluate(
    async ([asked, at, given]) => {
      const { token } = (await (await fetch("/api/auth/token")).json()) as { token: string };
      const content: Record<string, string> = given === null ? {} : { "content-type": "application/json" };
      const headers = { authorization: `Bearer ${token}`, ...content };
      const options = { method: asked, headers: { ...headers, "idempotency-key": crypto.randomUUID() } };
      const answer = await fetch(`/api/${at}`, given === null ? options : { ...options, body: given });
      if (!answer.ok) throw new Error(`${asked} ${at}: ${answer.status} ${await answer.text()}`);
      return ((await answer.json()) as { data: Data }).data;
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  );
}

type Made = { uniqueDocumentId: string };

/** Makes an empty proposal for Harbour Coffee Roasters with one work order and two optional ones. */
export async function makeEmptyProposal(page: Page, name: string): Promise<string> {
  const document = { organizationId: "harbour-coffee", documentType: "PROPOSAL", invoice: "NO_INVOICE" };
  const { uniqueDocumentId } = await callAs<Made>(page, "POST unique-document/admin", {
    ...document,
    name,
    templateId: "BLANK_PAGE",
  });
  const work = { organizationId: "harbour-coffee", uniqueDocument: uniqueDocumentId, invoice: "NO_INVOICE" };
  const plain = { description: "", discountPercent: 0, discountName: null };
  for (const [title, total] of [
    ["Store build", 10],
    ["Photography", 4],
    ["Launch emails", 2],
  ] as const) {
    const products = [{ productId: "accessibility-audit", total }];
    const isOptional = title !== "Store build";
    await callAs(page, "POST work-order/admin", { ...work, ...plain, name: title, products, isOptional });
  }
  return uniqueDocumentId;
}
