// Loaded into the server under measurement (node --import): writes every statement that a request sends to the database
// to STATEMENTS_FILE, with the request's path, so that the same statements can be sent through the bare driver.
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";
import pg from "pg";

const pathOfRequest = new AsyncLocalStorage();
subscribe("http.server.request.start", ({ request }) => pathOfRequest.enterWith(request.url));

const send = pg.Client.prototype.query;
pg.Client.prototype.query = function record(config, values, ...rest) {
  const path = pathOfRequest.getStore();
  const text = typeof config === "string" ? config : config?.text;
  const given = Array.isArray(values) ? values : (config?.values ?? []);
  if (path && text)
    appendFileSync(process.env.STATEMENTS_FILE, `${JSON.stringify({ path, text, values: given })}\n`);
  return send.call(this, config, values, ...rest);
};
