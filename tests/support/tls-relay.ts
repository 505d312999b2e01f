import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";

/** Gives a PostgreSQL server on this machine TLS, with this certificate. */
export async function startTlsRelay(
  target: number,
  certificate: { cert: string; key: string },
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on("error", () => undefined);
    void once(client, "data").then(() => {
      // The client's first message requests TLS. S: TLS starts now.
      client.write("S");
      const secured = new TLSSocket(client, { isServer: true, ...certificate });
      const side = connect(target, "127.0.0.1");
      sockets.add(side);
      for (const socket of [secured, side]) socket.on("error", () => undefined);
      secured.pipe(side).pipe(secured);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
