import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/** Twice the largest file that the portal accepts. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MS = 10_000;
const INTERVAL_MS = 250;

/**
 * Reads and discards the rest of a refused request, such as one that is too large: if its connection closed at once,
 * the system would reset it and the client would lose the answer.
 */
export function lingerBeforeClosing(app: FastifyInstance): void {
  app.addHook("onSend", ({ raw }, _reply, payload, next) => {
    if (raw.httpVersionMajor === 1 && !raw.complete) linger(raw);
    next(null, payload);
  });
}

/** Node calls `destroySoon` of a connection that ends with the answer that was just sent. */
function linger(request: IncomingMessage): void {
  const { socket } = request;
  socket.destroySoon = () => {
    socket.end();
    request.resume();
    const [lastByte, deadline] = [socket.bytesRead + MAX_BYTES, performance.now() + MAX_MS];
    const check = setInterval(() => {
      if (socket.bytesRead > lastByte || performance.now() > deadline) socket.destroy();
    }, INTERVAL_MS);
    socket.once("close", () => clearInterval(check));
  };
}
