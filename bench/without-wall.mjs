// Loaded into a server under measurement (node --import): its sessions keep the rights of the tables' owner and its
// reads open no transaction, as if there were no row level security.
import pg from "pg";

const send = pg.Client.prototype.query;
const NOTHING = { rows: [], rowCount: 0 };
pg.Client.prototype.query = function query(config, values, ...rest) {
  const text = typeof config === "string" ? config : (config?.text ?? "");
  if (text.startsWith("set role counterpart_")) return Promise.resolve(NOTHING);
  const isOpening = text.includes("set local role counterpart_");
  if (isOpening && !text.startsWith("begin read only")) return send.call(this, "begin");
  if (isOpening) {
    this.isInNoTransaction = true;
    return Promise.resolve(NOTHING);
  }
  if (this.isInNoTransaction && /^(commit|rollback)$/.test(text)) {
    this.isInNoTransaction = false;
    return Promise.resolve(NOTHING);
  }
  return send.call(this, config, values, ...rest);
};
