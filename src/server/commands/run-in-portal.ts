import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import { StartError } from "../start-error.ts";
import { AnswerLine, type Command, commandSocket, type Outcome } from "./serve-commands.ts";

/** No portal listens there. */
const ANONYMOUS = ["ENOENT", "ECONNREFUSED"];

/** Asks the portal that runs on this data directory. Null if none runs. `report` gets the progress. */
export async function runInPortal(
  dataDir: string,
  command: Command,
  report: (progress: string) => void = () => undefined,
): Promise<Outcome | null> {
  const socket = createConnection(commandSocket(dataDir));
  const failure = new Promise<never>((_, reject) => socket.once("error", reject));
  socket.end(JSON.stringify(command));
  try {
    return await Promise.race([readAnswer(socket, report), failure]);
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (ANONYMOUS.includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw new StartError(`The running portal cannot be asked at ${commandSocket(dataDir)}.`, {
      cause: error,
    });
  }
}

async function readAnswer(
  socket: NodeJS.ReadableStream,
  report: (progress: string) => void,
): Promise<Outcome> {
  for await (const line of createInterface({ input: socket })) {
    const answer = AnswerLine.parse(JSON.parse(line));
    if ("message" in answer) return answer;
    if ("failed" in answer) throw new StartError(answer.failed);
    report(answer.progress);
  }
  throw new StartError("The running portal stopped before it had answered.");
}
