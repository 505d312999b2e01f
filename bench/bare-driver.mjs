// The least that a server with a database can do: answers each path with the rows of its statements as JSON.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import pg from "pg";

const [databaseUrl, file] = process.argv.slice(2);
const paths = JSON.parse(readFileSync(file, "utf8"));
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const server = createServer((request, response) => {
  void readRows(paths[request.url]).then((answers) => {
    const body = Buffer.from(JSON.stringify({ data: answers }));
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));

async function readRows({ name, statements }) {
  const connection = await pool.connect();
  try {
    const answers = [];
    for (const [n, { text, values }] of statements.entries())
      answers.push((await connection.query({ name: `${name}_${n}`, text, values })).rows);
    return answers;
  } finally {
    connection.release();
  }
}
