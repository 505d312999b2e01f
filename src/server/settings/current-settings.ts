import type { Database } from "../db/database.ts";
import type { Current, CurrentSettings, Live } from "../deps.ts";
import type { Env } from "../env/read-env.ts";
import { scopedDb } from "../rls/scoped-db.ts";
import { findSettingsRow } from "./queries.ts";

/** Whether the company has a logo of its own. */
export function hasOwnLogo({ logoImageId, logoPath }: Current): boolean {
  return logoImageId !== null || logoPath !== undefined;
}

/** The rule of a style sheet with the company's colours. */
export function accentRule({ accent, accentDark }: Current): string {
  return `:root{--accent-light:${accent};--accent-dark:${accentDark}}`;
}

/** Makes a value from the current settings, again only after they have changed. */
export function perSettings<Value>(
  settings: Pick<CurrentSettings, "now">,
  make: (current: Current) => Value,
): () => Value {
  let cached: { current: Current; value: Value } | null = null;
  return () => {
    const current = settings.now();
    if (cached?.current !== current) cached = { current, value: make(current) };
    return cached.value;
  };
}

const RETRY_MS = 2000;

/** Reads the settings, and again after each event of a change. */
export async function createCurrentSettings(
  database: Pick<Database, "pool" | "logFailure">,
  env: Env,
  live: Live,
): Promise<CurrentSettings> {
  const db = scopedDb(database, { role: "portal" });
  const read = async (): Promise<Current> => {
    const { settingsId: _, changedAt, ...row } = await findSettingsRow(db, { env });
    return { ...row, version: changedAt.getTime().toString(36), logoPath: env.brand.logoPath };
  };
  let current = await read();
  let reading = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** One read after another, so that an older one never replaces a newer one. */
  function refresh(): Promise<void> {
    reading = reading.then(async () => {
      if (isClosed) return;
      try {
        current = await read();
      } catch (error) {
        database.logFailure(error, "warn", "The settings can't be read again yet");
        clearTimeout(retry);
        retry = setTimeout(() => void refresh(), RETRY_MS).unref();
      }
    });
    return reading;
  }

  const subscription = live.subscribe([{ company: true }], {
    onEvent: ({ kind }) => void (kind === "settings" && refresh()),
    onGap: () => void refresh(),
  });
  return {
    now: () => current,
    refresh,
    close() {
      isClosed = true;
      clearTimeout(retry);
      subscription.close();
    },
  };
}
