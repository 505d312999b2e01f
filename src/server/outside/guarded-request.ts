import { lookup } from "node:dns/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";

/** The IPv4 ranges that are not public (IANA's special-purpose registry). */
const CLOSED_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Link-local, and the metadata service of clouds.
  ["169.254.0.0", 16],
  // Azure's metadata service.
  ["168.63.129.16", 32],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  // Name servers for private addresses (AS112) and multicast relays (AMT).
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.175.48.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  // Multicast, reserved and broadcast.
  ["224.0.0.0", 3],
] as const;

/** The ranges within 2000::/3 that are not public: tunnels of IPv4, documentation, benchmarks, AS112. */
const CLOSED_V6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const;

const closed = new BlockList();
for (const [net, prefix] of CLOSED_V4) closed.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of CLOSED_V6) closed.addSubnet(net, prefix, "ipv6");

/** Global unicast. Loopback, link-local, private, multicast and IPv4-mapped addresses are outside. */
const open6 = new BlockList();
open6.addSubnet("2000::", 3, "ipv6");

/** Whether a text is a public IP address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  return open6.check(address, "ipv6") && !closed.check(address, "ipv6");
}

export class OutsideError extends Error {
  /** Whether every retry would fail the same way. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause });
    this.name = "OutsideError";
    this.isFinal = isFinal;
  }
}

/** The resolver, and the addresses that may be connected to. Tests pass another network. */
export type Network = {
  resolve(hostname: string): Promise<string[]>;
  mayConnect(address: string): boolean;
  /** Certificates to trust in place of the usual ones. */
  ca?: string;
};

export const INTERNET: Network = {
  resolve: async (hostname) =>
    (await lookup(hostname, { all: true, order: "ipv4first" })).map(({ address }) => address),
  mayConnect: isPublicAddress,
};

/** What is asked of a host. */
export type OutsideRequest = {
  url: URL;
  method?: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
};

/** Makes one request of a host whose addresses the network allows. Follows no redirect. */
export async function requestOnce(
  { url, method, headers, body }: OutsideRequest,
  network: Network,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const address = await addressOf(hostname, network, signal);
  const isPlain = url.protocol === "http:";
  return new Promise((resolve, reject) => {
    const request = (isPlain ? httpRequest : httpsRequest)({
      // Connects to the checked address; the name is not resolved a second time.
      host: address,
      port: url.port || (isPlain ? 80 : 443),
      method,
      path: `${url.pathname}${url.search}`,
      ...(isIP(hostname) ? {} : { servername: hostname }),
      ...(network.ca === undefined ? {} : { ca: network.ca }),
      headers: { ...headers, host: url.host, "accept-encoding": "identity" },
      agent: false,
      signal,
    });
    request.once("socket", (socket) =>
      socket.once("connect", () => {
        if (!network.mayConnect(socket.remoteAddress ?? "")) request.destroy(refusal(NOT_PUBLIC));
      }),
    );
    request.once("response", resolve);
    request.once("error", (error) => reject(failure(error)));
    request.end(body);
  });
}

export const NOT_PUBLIC = "Its host isn't on the open internet.";

/** One address of a host. A name with any private address is refused. */
async function addressOf(hostname: string, network: Network, signal: AbortSignal): Promise<string> {
  const addresses = isIP(hostname) ? [hostname] : await withTimeout(network.resolve(hostname), signal);
  const [first] = addresses;
  if (first === undefined) throw new OutsideError("Its host has no address.", { isFinal: false });
  if (!addresses.every((one) => network.mayConnect(one))) throw refusal(NOT_PUBLIC);
  return first;
}

async function withTimeout<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([result, late]).catch((error: unknown) => {
    throw failure(error);
  });
}

/** The body of a response, at most `limit` bytes. */
export async function readBody(response: IncomingMessage, limit: number): Promise<Buffer<ArrayBuffer>> {
  try {
    if ((response.headers["content-encoding"] ?? "identity") !== "identity")
      throw refusal("Its host sent it compressed.");
    const tooLarge = refusal(`It is larger than ${formatBytes(limit)}.`);
    if (Number(response.headers["content-length"] ?? 0) > limit) throw tooLarge;
    const parts: Buffer[] = [];
    let length = 0;
    for await (const part of response as AsyncIterable<Buffer>) {
      length += part.byteLength;
      if (length > limit) throw tooLarge;
      parts.push(part);
    }
    return Buffer.concat(parts);
  } catch (error) {
    throw failure(error);
  } finally {
    response.destroy();
  }
}

function formatBytes(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes} kB` : `${kilobytes / 1024} MB`;
}

export function refusal(message: string): OutsideError {
  return new OutsideError(message, { isFinal: true });
}

/** Network failures are temporary. */
function failure(error: unknown): OutsideError {
  if (error instanceof OutsideError) return error;
  const message = "Its host can't be reached, or doesn't answer in time.";
  return new OutsideError(message, { isFinal: false, cause: error });
}
