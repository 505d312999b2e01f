// The floor of a start on a server: Fastify and one query by the bare driver. Says its port when it listens.
import Fastify from "fastify";
import pg from "pg";

const client = new pg.Client({ connectionString: process.argv[2] });
await client.connect();
await client.query("select 1");
const app = Fastify();
app.get("/healthz", async () => ({ status: "ok" }));
await app.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`${app.server.address().port}\n`);
