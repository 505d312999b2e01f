import type { ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** How long a stopping server waits for answers under way. */
const GRACE_MS = 10_000;
/** How long a stopping server takes new connections, if they do not cease. */
const NEWCOMERS_MS = 5000;
/** How long an open connection may still ask its first question. Browsers open connections that they never use. */
const FIRST_WORDS_MS = 500;
const LOOK_MS = 25;

/**
 * Answers everything that has reached a stopping server, also on connections that the system has accepted and this
 * process has not seen yet. Then closes all connections. Fastify stops listening after this hook.
 */
export function drainWhenClosing(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  const sessions = new Set<ServerHttp2Session>();
  let lastCame = 0;
  app.server.on("connection", (socket: Socket) => {
    lastCame = Date.now();
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  app.server.on("session", (session: ServerHttp2Session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  const silent = () => [...sockets].filter((socket) => socket.bytesRead === 0);

  let isClosing = false;
  app.addHook("onSend", ({ raw }, reply, payload, next) => {
    // HTTP/2 knows no such header. Node closes its sessions.
    if (raw.httpVersionMajor > 1) void reply.removeHeader("connection");
    else if (isClosing) void reply.header("connection", "close");
    next(null, payload);
  });
  app.addHook("preClose", async () => {
    isClosing = true;
    setTimeout(() => {
      for (const one of [...sessions, ...sockets]) one.destroy();
    }, GRACE_MS).unref();
    const began = Date.now();
    const isAnybodyComing = (since: number) =>
      lastCame >= since || (silent().length > 0 && Date.now() < Math.max(began, lastCame) + FIRST_WORDS_MS);
    let looked: number;
    do {
      looked = Date.now();
      await wait(LOOK_MS);
      await readArrived();
    } while (isAnybodyComing(looked) && Date.now() < began + NEWCOMERS_MS);
    for (const socket of silent()) socket.destroy();
  });
}

/** Node accepts one connection in a turn, and reads it in the next one. */
async function readArrived(): Promise<void> {
  await turn();
  await turn();
}
