/** The path of a page on which an admin sees the portal as a client; undefined on every other page. */
export const VIEW_PATH: string | undefined = globalThis.document?.documentElement.dataset.clientView;

/** What requests of such a page carry. Throws ApiError for a request that would change something. */
export async function viewHeaders(isReading = true): Promise<Record<string, string>> {
  if (VIEW_PATH === undefined) return {};
  return (await import("./client-view-pass.ts")).headersFor(VIEW_PATH, isReading);
}
