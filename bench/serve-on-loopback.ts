import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export type Serving = { url: string; stop(): void };

/** Lets a server listen on a free port of the loopback address. */
export async function serveOnLoopback(server: Server): Promise<Serving> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
