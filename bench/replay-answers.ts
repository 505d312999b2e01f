import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { type Serving, serveOnLoopback } from "./serve-on-loopback.ts";

type Answer = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/** Answers as the portal once did, from memory: what a page costs as a static file. Nothing but GET is passed on. */
export async function replayAnswers(portalUrl: string): Promise<Serving> {
  const answers = new Map<string, Promise<Answer>>();
  const server = createServer((asked, reply) => {
    if (asked.method !== "GET") return void reply.writeHead(204).end();
    const key = `${asked.url} ${asked.headers["accept-encoding"]}`;
    const answer = answers.get(key) ?? ask(`${portalUrl}${asked.url}`, asked.headers);
    answers.set(key, answer);
    answer.then(
      ({ status, headers, body }) => reply.writeHead(status, headers).end(body),
      () => reply.destroy(),
    );
  });
  return serveOnLoopback(server);
}

/** The bytes stay compressed, as they came. */
function ask(address: string, { host: _host, connection: _connection, ...headers }: IncomingHttpHeaders) {
  return new Promise<Answer>((resolve, reject) => {
    const asked = request(address, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        const { connection: _kept, "transfer-encoding": _chunks, ...told } = response.headers;
        const body = Buffer.concat(parts);
        resolve({
          status: response.statusCode ?? 500,
          headers: { ...told, "content-length": body.length },
          body,
        });
      });
    });
    asked.on("error", reject);
    asked.end();
  });
}
