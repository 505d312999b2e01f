// The floor of a start on the embedded database: the bare engine opens this folder and answers one query.
import { PGlite } from "@electric-sql/pglite";

const engine = await PGlite.create(process.argv[2]);
await engine.query("select 1");
process.stdout.write("ready\n");
