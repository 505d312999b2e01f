import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A proxy in front of a portal, with error pages of its own as nginx has them. */
export type FrontProxy = {
  url: string;
  /** The address of the portal. */
  target: string;
  /** A larger body gets the page of a 413. */
  mostBytes: number;
  /** Calls whose answer is lost: they reach the portal, and the browser gets the page of a 504. */
  losesAnswersOf: RegExp | null;
  /** Divides the HTML of pages, for a slow line: each piece is sent as it is drawn from here. */
  sendsPages: ((html: string) => AsyncIterable<string>) | null;
  close(): Promise<void>;
};

const page = (title: string) =>
  `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;

export async function startFrontProxy(): Promise<FrontProxy> {
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy: FrontProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: "",
    mostBytes: Number.POSITIVE_INFINITY,
    losesAnswersOf: null,
    sendsPages: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = "/", headers } = request;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const fail = (status: number, title: string) =>
      response.writeHead(status, { "content-type": "text/html" }).end(page(`${status} ${title}`));
    if (body.length > proxy.mostBytes) return void fail(413, "Request Entity Too Large");
    const isLost = proxy.losesAnswersOf?.test(`${method} ${url}`) === true;
    // Compressed HTML cannot be divided.
    const requested = proxy.sendsPages ? { ...headers, "accept-encoding": "identity" } : headers;
    const forwarded = ask(new URL(url, proxy.target), { method, headers: requested }, (answer) => {
      if (isLost) {
        answer.resume();
        answer.once("end", () => fail(504, "Gateway Time-out"));
        return;
      }
      const isPage = answer.headers["content-type"]?.startsWith("text/html");
      if (proxy.sendsPages && isPage) return void sendPieces(answer, response, proxy.sendsPages);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      response.once("close", () => answer.destroy());
    });
    forwarded.once("error", () => (response.headersSent ? response.destroy() : fail(502, "Bad Gateway")));
    forwarded.end(body);
  }
  return proxy;
}

async function sendPieces(
  answer: IncomingMessage,
  response: ServerResponse,
  divide: (html: string) => AsyncIterable<string>,
): Promise<void> {
  const { "content-length": _whole, ...headers } = answer.headers;
  response.writeHead(answer.statusCode ?? 502, headers);
  for await (const piece of divide(await text(answer))) response.write(piece);
  response.end();
}
