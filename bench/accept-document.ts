import type { HttpClient } from "./http-client.ts";

/** Reads a document and accepts it. Returns when the acceptance was sent, and when it was answered. */
export async function acceptDocument(
  client: HttpClient,
  url: string,
  id: string,
): Promise<{ sentAt: number; answeredAt: number }> {
  const address = `${url}/api/unique-document/user/${id}`;
  const { data } = JSON.parse((await client.get(address)).toString());
  const body = { uniqueDocumentId: id, status: "APPROVED", contentHash: data.contentHash };
  const sentAt = performance.now();
  await client.send("POST", `${address}/approve`, body);
  return { sentAt, answeredAt: performance.now() };
}
