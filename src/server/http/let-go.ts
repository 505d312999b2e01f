import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** How long a stopping server waits for pending answers. */
const GRACE_MS = 5000;

/** Closes the connections of a stopping server: at once those without a request, which browsers open ahead. */
export function letGoWhenClosing(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  app.addHook("preClose", async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), GRACE_MS).unref();
  });
}
