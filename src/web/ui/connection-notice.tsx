import { CloudOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { useConnection } from "#web/lib/connection.ts";
import { showToast } from "./toasts.tsx";

const TITLES = { offline: "You're offline", unreachable: "We can't reach the portal" };

/** Shows that the connection is lost, and briefly that it is back. */
export function ConnectionNotice() {
  const connection = useConnection();
  const wasLost = useRef(false);
  useEffect(() => {
    const isLost = connection !== "connected";
    if (wasLost.current && !isLost) showToast({ title: "You're back online" });
    wasLost.current = isLost;
  }, [connection]);

  if (connection === "connected") return null;
  return (
    <div className="pointer-events-auto flex gap-3 rounded-lg border border-line bg-raised py-3 pr-4 pl-4 shadow-float transition-[opacity,translate] duration-(--calm) ease-(--ease) starting:translate-y-2 starting:opacity-0">
      <CloudOff aria-hidden="true" strokeWidth={1.5} className="mt-1 size-5 shrink-0 text-orange-ink" />
      <div className="min-w-0 flex-1 py-0.5">
        <p className="font-semibold">{TITLES[connection]}</p>
        <p className="text-pretty text-ink-soft">We'll reconnect automatically.</p>
      </div>
    </div>
  );
}
