import { expect, test } from "vitest";
import { requireFitDatabase } from "./refuse-server.ts";

const serverOf = (version: string) => ({
  query: async <Row>() => ({ rows: [{ name: "portal", owner: "portal", encoding: "UTF8", version } as Row] }),
});

test.each(["13.22 (Debian 13.22-0+deb11u1)", "14.19"])(
  "RUN-1 a server of PostgreSQL %s is refused with the version that is needed",
  async (version) => {
    await expect(requireFitDatabase(serverOf(version))).rejects.toThrow(
      `The server of DATABASE_URL is PostgreSQL ${version}, and the portal needs 15 or newer. Nothing was changed.`,
    );
  },
);

test.each(["15.14 (Debian 15.14-0+deb12u1)", "18.1", "19beta1"])(
  "RUN-1 PostgreSQL %s is accepted",
  async (version) => {
    await expect(requireFitDatabase(serverOf(version))).resolves.toBeUndefined();
  },
);
