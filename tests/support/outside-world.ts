import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Network } from "#server/outside/guarded-request.ts";
import { makeCertificate } from "./make-certificate.ts";

const LOOPBACK = "127.0.0.1";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Another host, on this machine: its answers and the requests it received. */
export type OutsideWorld = {
  /** A network that consists of this host. */
  network: Network;
  /** "https://images.test:54321/cup.png". */
  address(path: string): string;
  answer(path: string, answer: Answer): void;
  /** Serves these bytes. Returns their address. */
  serve(path: string, bytes: Uint8Array, contentType?: string): string;
  asked: { path: string; headers: IncomingMessage["headers"] }[];
  close(): Promise<void>;
};

export async function openOutsideWorld(): Promise<OutsideWorld> {
  const answers = new Map<string, Answer>();
  const asked: OutsideWorld["asked"] = [];
  const { cert, key } = await makeCertificate(["images.test", "elsewhere.test"]);
  const server = createServer({ cert, key }, (request, response) => {
    const path = request.url ?? "";
    asked.push({ path, headers: request.headers });
    const answer = answers.get(path);
    if (answer) answer(response, request);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  const { port } = server.address() as AddressInfo;
  const address = (path: string) => `https://images.test:${port}${path}`;
  const answer = (path: string, given: Answer) => void answers.set(path, given);
  return {
    network: { resolve: async () => [LOOPBACK], mayConnect: (one) => one === LOOPBACK, ca: cert },
    address,
    answer,
    serve(path, bytes, contentType = "image/png") {
      answer(path, (response) => response.writeHead(200, { "content-type": contentType }).end(bytes));
      return address(path);
    },
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
