import { useEffect, useState } from "react";
import type { Id } from "#domain/id.ts";
import { useActingOrganization } from "#web/lib/acting-organization.ts";
import { useIsHydrated } from "#web/lib/use-delayed.ts";
import type { Tile } from "./tiles.ts";

/** Whether a tile's count has grown since this organization's count was remembered. The first count is remembered. */
export function useRememberedCount({ heading, count }: Tile): { isNew: boolean; forget: () => void } {
  const acting = useActingOrganization() ?? null;
  // The specified storage key (spec 1 section 2).
  const key = `${heading}Count`;
  const isHydrated = useIsHydrated();
  const [remembered, setRemembered] = useState<number | null>(null);
  if (isHydrated && remembered === null) {
    changeOwner(key, acting);
    setRemembered(read(key) ?? count);
  }
  useEffect(() => {
    if (remembered !== null && read(key) === null) write(key, String(remembered));
  }, [key, remembered]);
  return { isNew: remembered !== null && count > remembered, forget: () => write(key, null) };
}

/** The specified key holds the acting organization's count. A switch puts the count aside until the person is back. */
function changeOwner(key: string, acting: Id | null): void {
  const ownerKey = `${key} of`;
  const owner = readText(ownerKey);
  if (owner === acting) return;
  if (owner !== null) {
    write(`${key} ${owner}`, readText(key));
    write(key, readText(`${key} ${acting}`));
  }
  write(ownerKey, acting);
}

// A browser without storage (a private window) remembers nothing.

function read(key: string): number | null {
  const text = readText(key);
  return text === null || Number.isNaN(Number(text)) ? null : Number(text);
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Without storage nothing is remembered.
  }
}
