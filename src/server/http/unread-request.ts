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

/** Answers what fails before it is a request: HTTP's own reader gave up on it. */
export function answerUnread(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const { status, code, message } = ANSWERS[error.code ?? ""] ?? UNREADABLE;
  const body = JSON.stringify(toBody(new AppError(code, message)));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  if (socket.writable) socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  socket.destroy(error);
}
