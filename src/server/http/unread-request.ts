import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { AppError, type ErrorCode } from "../app-error.ts";
import { toBody } from "./errors.ts";

type Answer = { status: number; code: ErrorCode; message: string };

const ANSWERS: Record<string, Answer> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: "too-large",
    message: "The address or the headers of this request are longer than the portal reads (16 kB).",
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: "invalid", message: "The request did not arrive in time." },
};

const UNREADABLE: Answer = { status: 400, code: "invalid", message: "The request cannot be read." };

/** How long a client may take to hear the answer while it goes on sending what nobody reads. */
const HEARD_WITHIN_MS = 3000;

/** What Node tells of it; the packet holds the request's beginning, or the part where the reader gave up. */
type ReadError = NodeJS.ErrnoException & { rawPacket?: unknown };

/** Answers what fails before it is a request: HTTP's own reader gave up on it. */
export function answerUnread(error: ReadError, socket: Socket): void {
  if (socket.writableEnded) return;
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy(error);
    return;
  }
  // Closing at once would reset the connection, and the answer with it.
  socket.setTimeout(HEARD_WITHIN_MS, () => socket.destroy());
  const screen = error.code === "HPE_HEADER_OVERFLOW" ? screenAskedFor(error.rawPacket) : null;
  socket.end(screen === null ? refusal(error.code) : wayTo(screen));
}

/** The path of a screen whose address is only too long behind the "?": without that it can be opened. */
export function screenAskedFor(packet: unknown): string | null {
  if (!Buffer.isBuffer(packet)) return null;
  const [, path = null] = /^GET (\/(?:[\w.~%-][\w/.~%-]*)?)\?/.exec(packet.toString("latin1", 0, 2000)) ?? [];
  return path === null || /^\/api(?:\/|$)/.test(path) ? null : path;
}

function wayTo(path: string): string {
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
