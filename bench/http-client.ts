import { Agent, request } from "node:http";

/** A client that reuses its connections, like a proxy or a program. */
export type HttpClient = {
  get(address: string): Promise<Buffer>;
  send(method: string, address: string, body: unknown): Promise<Buffer>;
  close(): void;
};

function createHttpClient(connections: number, token?: string): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };

  function call(method: string, address: string, body?: unknown): Promise<Buffer> {
    const text = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const type = text && { "content-type": "application/json", "content-length": text.length };
    return new Promise((resolve, reject) => {
      const sent = request(address, { method, agent, headers: { ...authorization, ...type } }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const answer = Buffer.concat(chunks);
          if (response.statusCode === 200) resolve(answer);
          else
            reject(new Error(`${method} ${address} answered ${response.statusCode}: ${answer.toString()}`));
        });
      });
      sent.on("error", reject);
      sent.end(text);
    });
  }

  return { get: (address) => call("GET", address), send: call, close: () => agent.destroy() };
}

/** Signs in with a token in two calls, like any program (docs/api-access.md). */
export async function signIn(
  url: string,
  person: { email: string; password: string },
  connections = 10,
): Promise<HttpClient> {
  const anonymous = createHttpClient(1);
  const session = JSON.parse(
    (await anonymous.send("POST", `${url}/api/auth/sign-in/email`, person)).toString(),
  );
  anonymous.close();
  const withSession = createHttpClient(1, session.token);
  const { token } = JSON.parse((await withSession.get(`${url}/api/auth/token`)).toString());
  withSession.close();
  return createHttpClient(connections, token);
}
