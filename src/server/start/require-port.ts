import { once } from "node:events";
import { createServer } from "node:net";
import type { Env } from "../env/read-env.ts";

/** Throws what listening would throw, before anything is written. Port 0 is always free. */
export async function requirePort({ host, port }: Pick<Env, "host" | "port">): Promise<void> {
  const server = createServer();
  server.listen({ host, port, exclusive: true });
  await once(server, "listening");
  server.close();
  await once(server, "close");
}
