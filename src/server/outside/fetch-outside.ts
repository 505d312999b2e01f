import type { IncomingMessage } from "node:http";
import type { Outside } from "../deps.ts";
import { INTERNET, type Network, OutsideError, readBody, refusal, requestOnce } from "./guarded-request.ts";

type Limits = { bytes: number; milliseconds: number; redirects: number };
export const OUTSIDE_LIMITS: Limits = { bytes: 12 * 1024 * 1024, milliseconds: 15_000, redirects: 3 };

const HEADERS = { accept: "image/*, application/json" };
const REDIRECTS = [301, 302, 303, 307, 308];
/** Timeout, too early, too many requests: a retry may help. */
const TEMPORARY = [408, 425, 429];

/**
 * Fetches from hosts that documents name: only https, and every resolved address must be public, also after redirects.
 * Sends no cookies and no credentials.
 */
export function createOutside(network: Network = INTERNET, limits: Limits = OUTSIDE_LIMITS): Outside {
  return {
    async fetch(address) {
      const signal = AbortSignal.timeout(limits.milliseconds);
      let url = httpsUrl(address);
      for (let hops = 0; hops <= limits.redirects; hops += 1) {
        const response = await requestOnce({ url, headers: HEADERS }, network, signal);
        const location = REDIRECTS.includes(response.statusCode ?? 0) ? response.headers.location : undefined;
        if (location === undefined) return await read(response, limits.bytes);
        response.destroy();
        url = httpsUrl(location, url);
      }
      throw refusal("It redirects too many times.");
    },
  };
}

function httpsUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (url?.protocol !== "https:") throw refusal("It isn't at an https address.");
  if (url.username || url.password) throw refusal("Its address contains a password.");
  return url;
}

async function read(response: IncomingMessage, limit: number): Promise<Uint8Array> {
  const status = response.statusCode ?? 0;
  if (status === 200) return readBody(response, limit);
  response.destroy();
  const isFinal = status < 500 && !TEMPORARY.includes(status);
  throw new OutsideError(`Its host answered ${status}.`, { isFinal });
}
