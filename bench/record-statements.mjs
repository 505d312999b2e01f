// Loaded into the server under measurement (node --import): writes every statement it sends to its database
// to STATEMENTS_FILE, so that the same statements can be sent through the bare driver.
import { appendFileSync } from "node:fs";
import pg from "pg";

const send = pg.Client.prototype.query;
pg.Client.prototype.query = function record(config, values, ...rest) {
  const text = typeof config === "string" ? config : config?.text;
  const given = Array.isArray(values) ? values : (config?.values ?? []);
  if (text) appendFileSync(process.env.STATEMENTS_FILE, `${JSON.stringify({ text, values: given })}\n`);
  return send.call(this, config, values, ...rest);
};
