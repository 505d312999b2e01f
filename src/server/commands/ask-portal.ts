import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import { StartError } from "../start-error.ts";
import { AnswerLine, type Command, commandSocket, type Outcome } from "./serve-commands.ts";

/** No portal listens there. */
const NOBODY = ["ENOENT", "ECONNREFUSED"];

/** Asks the portal that runs on this data directory. Null if none runs. `tell` hears how far it is. */
export async function askPortal(
  dataDir: string,
  command: Command,
  tell: (progress: string) => void = () => undefined,
): Promise<Outcome | null> {
  const socket = createConnection(commandSocket(dataDir));
  const failure = new Promise<never>((_, reject) => socket.once("error", reject));
  socket.end(JSON.stringify(command));
  try {
    return await Promise.race([readAnswer(socket, tell), failure]);
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (NOBODY.includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw new StartError(`The running portal cannot be asked at ${commandSocket(dataDir)}.`, {
      cause: error,
    });
  }
}

async function readAnswer(socket: NodeJS.ReadableStream, tell: (progress: string) => void): Promise<Outcome> {
  for await (const line of createInterface({ input: socket })) {
    const answer = AnswerLine.parse(JSON.parse(line));
    if ("said" in answer) return answer;
    if ("failed" in answer) throw new StartError(answer.failed);
    tell(answer.progress);
  }
  throw new StartError("The running portal stopped before it had answered.");
}
