import type { ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** How long a stopping server waits for answers under way. */
const GRACE_MS = 10_000;
/** How long a stopping server accepts new connections at most. */
const NEW_CONNECTIONS_MS = 5000;
/** How long a new connection may still send its first request. Browsers open connections that they never use. */
const FIRST_REQUEST_MS = 500;
const POLL_INTERVAL_MS = 25;
/** How often a stopping server looks for connections that this process has not accepted yet, at most. */
const MAX_TURNS = 1000;

/** Whether the process has been told to stop. It may serve for a while after that. */
export type Shutdown = { hasBegun: boolean };

/**
 * Answers every request that has reached a stopping server, also on connections that this process has not seen yet,
 * and closes all connections. A connection that comes later is refused, which a proxy may try at another process.
 */
export function drainWhenClosing(app: FastifyInstance, shutdown: Shutdown): void {
  const sockets = new Set<Socket>();
  const sessions = new Set<ServerHttp2Session>();
  let [accepted, lastConnectionAt] = [0, 0];
  app.server.on("connection", (socket: Socket) => {
    accepted += 1;
    lastConnectionAt = Date.now();
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  app.server.on("session", (session: ServerHttp2Session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  const silent = () => [...sockets].filter((socket) => socket.bytesRead === 0);

  app.addHook("onSend", ({ raw }, reply, payload, next) => {
    // HTTP/2 knows no such header. Node closes its sessions.
    if (raw.httpVersionMajor > 1) void reply.removeHeader("connection");
    else if (shutdown.hasBegun) void reply.header("connection", "close");
    next(null, payload);
  });
  app.addHook("preClose", async () => {
    shutdown.hasBegun = true;
    setTimeout(() => {
      for (const one of [...sessions, ...sockets]) one.destroy();
    }, GRACE_MS).unref();
    const began = Date.now();
    const hasPendingConnections = (since: number) =>
      lastConnectionAt >= since ||
      (silent().length > 0 && Date.now() < Math.max(began, lastConnectionAt) + FIRST_REQUEST_MS);
    let polledAt: number;
    do {
      polledAt = Date.now();
      await wait(POLL_INTERVAL_MS);
      await readArrived();
    } while (hasPendingConnections(polledAt) && Date.now() < began + NEW_CONNECTIONS_MS);
    await stopListening();
    while (silent().length > 0 && Date.now() < lastConnectionAt + FIRST_REQUEST_MS)
      await wait(POLL_INTERVAL_MS);
    await readArrived();
    for (const socket of silent()) socket.destroy();
  });

  /** Stops in a turn in which no connection was accepted: then none waits that closing would reset. */
  async function stopListening(): Promise<void> {
    let before: number;
    let turns = 0;
    do {
      before = accepted;
      turns += 1;
      await nextTurn();
    } while (accepted > before && turns < MAX_TURNS);
    app.server.close();
  }
}

/** Node accepts one connection in a turn, and reads it in the next one. */
async function readArrived(): Promise<void> {
  await nextTurn();
  await nextTurn();
}
