import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { batchedSocket } from "./batched-socket.ts";

test("SPEED-1 what is written in one turn reaches the database at once, and in order", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = batchedSocket();
  const connected = once(server, "connection");
  socket.connect((server.address() as { port: number }).port, "127.0.0.1");
  const [theirs] = (await connected) as [Socket];
  try {
    socket.write("begin;");
    await Promise.resolve();
    socket.write("select;");
    expect((await once(theirs, "data"))[0].toString()).toBe("begin;select;");
    socket.end("commit;");
    expect((await once(theirs, "data"))[0].toString()).toBe("commit;");
  } finally {
    socket.destroy();
    server.close();
  }
});
