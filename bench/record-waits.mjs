// Loaded into the server under measurement (node --import): adds a line to WAITS_FILE for each acceptance, the
// milliseconds in which its request had asked the database something and had no answer yet. That is the most that the
// database took: what the portal computes meanwhile counts too.
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { appendFile } from "node:fs/promises";
import pg from "pg";

const acceptance = new AsyncLocalStorage();
const open = new WeakMap();
subscribe("http.server.request.start", ({ request }) => {
  if (!request.url.endsWith("/approve")) return;
  const waits = { unanswered: 0, since: 0, ms: 0 };
  open.set(request, waits);
  acceptance.enterWith(waits);
});
subscribe("http.server.response.finish", ({ request }) => {
  const waits = open.get(request);
  if (waits) void appendFile(process.env.WAITS_FILE, `${waits.ms}\n`);
});

const send = pg.Client.prototype.query;
pg.Client.prototype.query = function wait(...asked) {
  const waits = acceptance.getStore();
  const answer = send.apply(this, asked);
  if (!waits || typeof answer?.then !== "function") return answer;
  if (waits.unanswered === 0) waits.since = performance.now();
  waits.unanswered += 1;
  const end = () => {
    waits.unanswered -= 1;
    if (waits.unanswered === 0) waits.ms += performance.now() - waits.since;
  };
  answer.then(end, end);
  return answer;
};
