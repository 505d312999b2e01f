import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type BreakableRelay = {
  port: number;
  /** Ends every connection and refuses new ones, like a server that stops. */
  cut(): void;
  /** Takes connections again. */
  heal(): Promise<void>;
  close(): Promise<void>;
};

/** Passes every connection on to a port of this machine, until it is cut. */
export async function startBreakableRelay(target: number): Promise<BreakableRelay> {
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(target, "127.0.0.1");
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.once("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    from.pipe(to).pipe(from);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  function cut(): void {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
  return {
    port,
    cut,
    heal: () => listen(port),
    async close() {
      const closed = new Promise<void>((resolve) => server.once("close", resolve));
      cut();
      await closed;
    },
  };
}
