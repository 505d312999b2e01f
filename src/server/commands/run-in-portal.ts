import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import { StartError } from "../start-error.ts";
import {
  AnswerLine,
  type Command,
  commandSocket,
  type Outcome,
  type ReportProgress,
} from "./serve-commands.ts";

const NO_LISTENER = ["ENOENT", "ECONNREFUSED"];

/** Runs a command in the portal that runs on this data directory; null if none runs. */
export async function runInPortal(
  dataDir: string,
  command: Command,
  report: ReportProgress = () => undefined,
): Promise<Outcome | null> {
  const socketPath = commandSocket(dataDir);
  const socket = createConnection(socketPath);
  const failure = new Promise<never>((_, reject) => socket.once("error", reject));
  socket.end(JSON.stringify(command));
  try {
    return await Promise.race([readAnswer(socket, report), failure]);
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (NO_LISTENER.includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw new StartError(`The running portal cannot be asked at ${socketPath}.`, { cause: error });
  }
}

async function readAnswer(socket: NodeJS.ReadableStream, report: ReportProgress): Promise<Outcome> {
  for await (const line of createInterface({ input: socket })) {
    const answer = AnswerLine.parse(JSON.parse(line));
    if ("message" in answer) return answer;
    if ("failed" in answer) throw new StartError(answer.failed);
    report(answer.progress);
  }
  throw new StartError("The running portal stopped before it had answered.");
}
