import { Socket } from "node:net";

/**
 * A socket that sends together what is written in one turn of the event loop. Statements that do not wait for each
 * other then reach the database as one message: a system call costs more than the bytes of a statement.
 */
export function batchedSocket(): Socket {
  const socket = new Socket();
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  let isHeld = false;
  const hold = (...given: unknown[]) => {
    if (!isHeld) {
      isHeld = true;
      socket.cork();
      setImmediate(() => {
        isHeld = false;
        socket.uncork();
      });
    }
    return write(...given);
  };
  return Object.assign(socket, { write: hold as Socket["write"] });
}
