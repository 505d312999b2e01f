import { subscribe } from "node:diagnostics_channel";
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { AppError, type ErrorCode } from "../app-error.ts";
import { toBody } from "./errors.ts";

type Answer = { status: number; code: ErrorCode; message: string };

const ANSWERS: Record<string, Answer> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: "too-large",
    message: "The address or the headers of this request are longer than the portal reads (16 kB).",
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: "invalid", message: "The request didn't arrive in time." },
};

const UNREADABLE: Answer = { status: 400, code: "invalid", message: "The request can't be read." };

/** How long a client has to read the answer while it still sends a body that no one reads. */
const READ_WITHIN_MS = 3000;

/** Node's parser error. The packet contains the beginning of the request, or the part where the parser failed. */
type ReadError = NodeJS.ErrnoException & { rawPacket?: unknown };

/** The answer to the request that came last on a connection, also if neither a route nor a hook has seen that. */
const LAST = new WeakMap<Socket, ServerResponse>();
subscribe("http.server.request.start", (started) => {
  const { socket, response } = started as { socket: Socket; response: ServerResponse };
  LAST.set(socket, response);
});

/** No route answers before Node's parser has read all that came with the request: it may refuse the rest. */
export function readBeforeAnswer(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, _reply, next) => queueMicrotask(next));
}

/** Answers a request that Node's HTTP parser refused. */
export function answerUnread(error: ReadError, socket: Socket): void {
  if (socket.writableEnded) return;
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy(error);
    return;
  }
  if (isAnswered(socket)) {
    socket.destroySoon();
    return;
  }
  // Closing at once would reset the connection and lose the answer.
  const timeout = setTimeout(() => socket.destroy(), READ_WITHIN_MS);
  socket.once("close", () => clearTimeout(timeout));
  const screen = error.code === "HPE_HEADER_OVERFLOW" ? requestedScreen(error.rawPacket) : null;
  socket.end(screen === null ? refusal(error.code) : redirectTo(screen));
}

/** Another answer would pass for that of the next request, which may be another person's behind a proxy. */
function isAnswered(socket: Socket): boolean {
  const last = LAST.get(socket);
  if (!last) return false;
  return last.req.complete ? !last.writableFinished : last.headersSent;
}

/** The path of a screen whose address is too long only because of its query. Without the query it can be opened. */
export function requestedScreen(packet: unknown): string | null {
  if (!Buffer.isBuffer(packet)) return null;
  const [, path = null] = /^GET (\/(?:[\w.~%-][\w/.~%-]*)?)\?/.exec(packet.toString("latin1", 0, 2000)) ?? [];
  return path === null || /^\/api(?:\/|$)/.test(path) ? null : path;
}

function redirectTo(path: string): string {
  return answer(302, [`Location: ${path}`], "");
}

function refusal(errorCode: string | undefined): string {
  const { status, code, message } = ANSWERS[errorCode ?? ""] ?? UNREADABLE;
  const body = JSON.stringify(toBody(new AppError(code, message)));
  return answer(status, ["Content-Type: application/json; charset=utf-8"], body);
}

function answer(status: number, headers: string[], body: string): string {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...headers,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
