import { createConnection } from "node:net";
import { text } from "node:stream/consumers";
import { StartError } from "../start-error.ts";
import { type Command, CommandAnswer, commandSocket } from "./serve-commands.ts";

/** No portal listens there. */
const NOBODY = ["ENOENT", "ECONNREFUSED"];

/** Asks the portal that runs on this data directory. Null if none runs. */
export async function askPortal(dataDir: string, command: Command): Promise<string | null> {
  const socket = createConnection(commandSocket(dataDir));
  socket.end(JSON.stringify(command));
  let answered: string;
  try {
    answered = await text(socket);
  } catch (error) {
    if (NOBODY.includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw new StartError(`The running portal cannot be asked at ${commandSocket(dataDir)}.`, {
      cause: error,
    });
  }
  const answer = CommandAnswer.parse(JSON.parse(answered));
  if ("said" in answer) return answer.said;
  throw new StartError(answer.failed);
}
