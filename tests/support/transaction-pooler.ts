import { type AddressInfo, createServer, type Socket } from "node:net";
import { Client } from "pg";

/** PostgreSQL's message "Z" (ready): the answer is over. Its last byte is "I" outside of a transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const AUTHENTICATED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const TERMINATE = "X".charCodeAt(0);

/**
 * A pooler in transaction mode before a PostgreSQL server: a client has one of the server's connections from a query to
 * the end of its transaction. `order`: which of the free connections is lent, the one that was freed last or first.
 */
export async function startTransactionPooler(
  databaseUrl: string,
  order: "last" | "first",
): Promise<{ port: number; close(): Promise<void> }> {
  const free = await Promise.all([openSide(databaseUrl), openSide(databaseUrl), openSide(databaseUrl)]);
  const sockets = new Set<Socket>(free);
  const server = createServer((client) => {
    let leased: Socket | undefined;
    sockets.add(client);
    client.on("error", () => undefined);
    client.once("data", () => {
      client.write(Buffer.concat([AUTHENTICATED, READY]));
      client.on("data", (asked: Buffer) => {
        if (asked[0] === TERMINATE) return void client.end();
        leased ??= order === "last" ? free.pop() : free.shift();
        const side = leased;
        side?.removeAllListeners("data").on("data", (part: Buffer) => {
          if (part.subarray(-READY.length).equals(READY)) {
            free.push(side);
            leased = undefined;
          }
          client.write(part);
        });
        side?.write(asked);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A connection of the server that is signed in, without its client. */
async function openSide(connectionString: string): Promise<Socket> {
  const client = new Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
