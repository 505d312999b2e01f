import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Speaker } from "./api-client.ts";
import type { TestApp } from "./make-app.ts";

/**
 * Sends a request whose body stops after its first byte, once the caller has been let through. The returned function
 * sends the rest and returns the status.
 */
export async function pauseBody(
  app: TestApp,
  as: Speaker,
  methodAndPath: string,
  { body, type }: { body: Uint8Array; type: string },
): Promise<() => Promise<number>> {
  const { hostname, port } = new URL(app.baseUrl);
  const head = [
    `${methodAndPath} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${await app.signInAs(as)}`,
    `Content-Type: ${type}`,
    `Content-Length: ${body.byteLength}`,
    "Connection: close",
  ];
  const socket: Socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.write(body.subarray(0, 1));
  // The server answers this request after it has read the head of the first one, so the caller has been let through
  // once.
  await app.rawRequest("GET /api/user-profile/user", { as });
  return async function finish(): Promise<number> {
    let answer = "";
    socket.on("data", (part: Buffer) => {
      answer += part.toString();
    });
    socket.write(body.subarray(1));
    await once(socket, "close");
    return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
  };
}

export const asJson = (body: unknown) => ({
  body: Buffer.from(JSON.stringify(body)),
  type: "application/json",
});
