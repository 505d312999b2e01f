import { Agent, request } from "node:http";

/** A client that keeps its connections open, like a proxy or a program. */
export type HttpClient = {
  get(address: string): Promise<Buffer>;
  send(method: string, address: string, body: unknown, more?: Record<string, string>): Promise<Buffer>;
  close(): void;
};

export function createHttpClient(connections: number, token?: string): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };

  function ask(
    method: string,
    address: string,
    body?: unknown,
    more?: Record<string, string>,
  ): Promise<Buffer> {
    const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const typed = sent && { "content-type": "application/json", "content-length": sent.length };
    return new Promise((resolve, reject) => {
      const asked = request(
        address,
        { method, agent, headers: { ...headers, ...typed, ...more } },
        (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.on("error", reject);
          response.on("end", () => {
            const answer = Buffer.concat(parts);
            if (response.statusCode === 200) resolve(answer);
            else
              reject(new Error(`${method} ${address} answered ${response.statusCode}: ${answer.toString()}`));
          });
        },
      );
      asked.on("error", reject);
      asked.end(sent);
    });
  }

  return { get: (address) => ask("GET", address), send: ask, close: () => agent.destroy() };
}
