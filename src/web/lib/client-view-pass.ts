import { API_BASE, CLIENT_VIEW } from "#contract/call.ts";
import { ApiError, apiErrorOf } from "./api-error.ts";
import { fetchPortal } from "./connection.ts";
import { identityToken, readToken, withToken } from "./session.ts";

const RENEW_BEFORE_EXPIRY_MS = 60_000;

type Pass = { pass: string; expiresAt: string };

/** A pass is of one session: after a sign-in over the page, another one is requested. */
let cachedPass: (Pass & { sid: unknown }) | null = null;
let pending: Promise<Pass> | null = null;

export async function headersFor(viewPath: string, isReading: boolean): Promise<Record<string, string>> {
  if (!isReading) {
    const message =
      "You're viewing the portal as this client's members do. Only they can change something here. Nothing was changed.";
    throw new ApiError(403, "forbidden", message, { reason: CLIENT_VIEW });
  }
  const { sid } = readToken((await identityToken()) ?? "");
  const isFresh =
    cachedPass !== null &&
    cachedPass.sid === sid &&
    Date.parse(cachedPass.expiresAt) - RENEW_BEFORE_EXPIRY_MS > Date.now();
  if (!isFresh) {
    pending ??= openView(viewPath).finally(() => {
      pending = null;
    });
    cachedPass = { ...(await pending), sid };
  }
  return cachedPass === null ? {} : { [CLIENT_VIEW]: cachedPass.pass };
}

/** Requests a pass, which the server records. Concurrent requests share one. */
async function openView(viewPath: string): Promise<Pass> {
  const [kind, id] = viewPath.split("/").slice(-2);
  const address =
    kind === "preview" ? `unique-document/admin/${id}/preview` : `organization/admin/${id}/client-view`;
  const open = (token: string | null) =>
    fetchPortal(`${API_BASE}/${address}`, {
      method: "POST",
      headers: { accept: "application/json", authorization: `Bearer ${token}` },
    });
  const response = await withToken(open, await identityToken());
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw apiErrorOf(response.status, answer);
  return (answer as { data: Pass }).data;
}
