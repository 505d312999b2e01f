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
  // A message of several statements has them in a list.
  for (const one of config?.asked ?? [config]) {
    const text = typeof one === "string" ? one : one?.text;
    const given = Array.isArray(values) ? values : (one?.values ?? []);
    if (path && text)
      appendFileSync(process.env.STATEMENTS_FILE, `${JSON.stringify({ path, text, values: given })}\n`);
  }
  return send.call(this, config, values, ...rest);
};
