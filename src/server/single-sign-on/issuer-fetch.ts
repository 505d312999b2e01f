import type { CustomFetch } from "openid-client";
import { type Network, OutsideError, readBody, refusal, requestOnce } from "../outside/guarded-request.ts";
import { IssuerError } from "./issuer-error.ts";

/** A person waits for it. */
const TIMEOUT_MS = 5000;
const MAX_ANSWER_BYTES = 256 * 1024;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Whether a browser or the portal may be sent to this address: https, or http on this machine. */
export function isSecure(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.has(url.hostname));
}

/** Fetches for openid-client: bounded in time and size, without redirects, and only from allowed addresses. */
export function createIssuerFetch(network: Network, timeoutMs = TIMEOUT_MS): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    if (!isSecure(url)) throw refusal("It isn't at an https address.");
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await requestOnce(
      { url, method, headers, ...(body === null || body === undefined ? {} : { body: textOf(body) }) },
      network,
      signal ? AbortSignal.any([signal, timeout]) : timeout,
    );
    const status = response.statusCode ?? 0;
    if (REDIRECTS.has(status)) {
      response.destroy();
      const sentence = "redirects to another address. Enter the address that it redirects to.";
      throw new IssuerError("invalid", `${url.host} ${sentence}`, "redirect");
    }
    const bytes = await readBody(response, MAX_ANSWER_BYTES);
    if (status >= 500) throw new OutsideError(`Its host answered ${status}.`, { isFinal: false });
    return new Response(WITHOUT_BODY.has(status) ? null : bytes, {
      status,
      headers: textHeaders(response.headers),
    });
  };
}

function textOf(body: NonNullable<Parameters<CustomFetch>[1]["body"]>): string {
  if (typeof body === "string" || body instanceof URLSearchParams) return body.toString();
  throw new TypeError("An issuer is only sent forms.");
}

function textHeaders(headers: NodeJS.Dict<string | string[]>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
}
