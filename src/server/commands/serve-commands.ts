import { chmodSync, lstatSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { Logger } from "pino";
import { z } from "zod";

/** The commands that take the email of one person. */
export const ForPerson = z.enum(["invite-owner", "erase-person", "reset-factor", "sign-out"]);
export type ForPerson = z.infer<typeof ForPerson>;

/** A command for the running portal. The embedded database has one process, so the command line asks that process. */
export const Command = z.discriminatedUnion("command", [
  z.strictObject({ command: ForPerson, email: z.string().max(254) }),
  z.strictObject({ command: z.enum(["verify", "copy-database"]) }),
  z.strictObject({ command: z.literal("verify-anchor"), anchor: z.string().max(1000) }),
]);
export type Command = z.infer<typeof Command>;

/** How a command ended: the text to print, and the exit code if it is not 0 for good and 1 for bad. */
export const Outcome = z.strictObject({
  message: z.string(),
  isGood: z.boolean(),
  code: z.number().int().optional(),
});
export type Outcome = z.infer<typeof Outcome>;

/** A line of the answer, in JSON: the progress, then the outcome or the failure. */
export const AnswerLine = z.union([
  z.strictObject({ progress: z.string() }),
  Outcome,
  z.strictObject({ failed: z.string() }),
]);
export type AnswerLine = z.infer<typeof AnswerLine>;

export type ReportProgress = (progress: string) => void;

/** Carries a command out. `report` throws once the caller is gone. */
export type RunCommand = (command: Command, report: ReportProgress) => Promise<Outcome>;

const MAX_COMMAND_BYTES = 4096;
const SEND_TIMEOUT_MS = 10_000;
/** Owner only: anyone who may open the socket may make an owner. */
const OWNER_ONLY = 0o600;

export function commandSocket(dataDir: string): string {
  return join(dataDir, "commands.sock");
}

/**
 * Answers commands at a socket that only the portal's own user may open. Replaces the socket of a killed portal: by the
 * lock of the data directory, no other portal runs.
 */
export async function serveCommands(
  dataDir: string,
  log: Logger,
  run: RunCommand,
): Promise<{ close(): Promise<void> }> {
  const path = commandSocket(dataDir);
  removeSocket(path);
  const open = new Set<Socket>();
  // The client ends its side once it has sent the command, and still reads the answer.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.on("error", (error) => log.debug(error, "A command's connection failed"));
    socket.setTimeout(SEND_TIMEOUT_MS, () => socket.destroy());
    readCommand(socket)
      .then((command) => answer(socket, command, log, run))
      .catch((error: unknown) => {
        log.warn(error, "A command cannot be read");
        socket.destroy();
      });
  });
  try {
    await listen(server, path);
  } catch (error) {
    // A path of more than about a hundred characters cannot be a socket.
    log.warn(error, "Commands cannot reach this portal while it runs: stop it to run one");
    return { close: async () => undefined };
  }
  return {
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function removeSocket(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path, { force: true });
}

/** The socket never exists with wider rights, not even for a moment. */
function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    const before = process.umask(0o777 & ~OWNER_ONLY);
    try {
      server.listen(path, () => {
        chmodSync(path, OWNER_ONLY);
        resolve();
      });
    } finally {
      process.umask(before);
    }
  });
}

async function readCommand(socket: Socket): Promise<Command> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of socket as AsyncIterable<Buffer>) {
    length += part.byteLength;
    if (length > MAX_COMMAND_BYTES) throw new Error("The command is too long.");
    parts.push(part);
  }
  return Command.parse(JSON.parse(Buffer.concat(parts).toString("utf8")));
}

async function answer(socket: Socket, command: Command, log: Logger, run: RunCommand): Promise<void> {
  socket.setTimeout(0);
  const send = (line: AnswerLine) => socket.write(`${JSON.stringify(line)}\n`);
  try {
    const report = (progress: string) => {
      if (socket.destroyed) throw new Error("The command's client has disconnected.");
      send({ progress });
    };
    send(await run(command, report));
  } catch (error) {
    log.error(error, "A command failed");
    send({ failed: "The running portal could not do this. Its log says why." });
  }
  socket.end();
}
