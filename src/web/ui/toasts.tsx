import { X } from "lucide-react";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { classNames } from "#web/lib/class-names.ts";

/** How long a toast stays (spec 1 section 9), not counting time under the pointer or with focus. */
const TIMEOUT_MS = 5000;

type ToastMessage = { title: string; text?: string; tone?: "success" | "error" };
type ShownToast = ToastMessage & { id: number };

const NONE: readonly ShownToast[] = [];
let shown: readonly ShownToast[] = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly ShownToast[]): void {
  shown = next;
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a brief message about something that happened elsewhere on the screen. */
export function showToast(message: ToastMessage): void {
  lastId += 1;
  change([...shown, { ...message, id: lastId }]);
}

function dismiss(id: number): void {
  change(shown.filter((toast) => toast.id !== id));
}

/** Shows toasts and announces them; mounted once around all protected screens. `children` appear below the toasts. */
export function Toasts({ children }: { children?: ReactNode }) {
  const toasts = useSyncExternalStore(
    subscribe,
    () => shown,
    () => NONE,
  );
  return (
    <section
      aria-label="Messages"
      className="pointer-events-none fixed inset-x-4 bottom-22 z-50 mx-auto sm:inset-x-auto sm:right-6 sm:bottom-6 sm:w-90"
    >
      <div role="status" aria-atomic="false" className="space-y-2">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
        {children}
      </div>
    </section>
  );
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const { id, title, text, tone = "success" } = toast;
  const [isPaused, setIsPaused] = useState(false);
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismiss(id), TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [id, isPaused]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only pauses while a reader hovers it
    <div
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
      className="pointer-events-auto flex items-start gap-3 rounded-lg border border-line bg-raised py-3 pr-2 pl-4 shadow-float transition-[opacity,translate] duration-(--calm) ease-(--ease) starting:translate-y-2 starting:opacity-0"
    >
      <span
        aria-hidden="true"
        className={classNames(
          "mt-2 size-2 shrink-0 rounded-full",
          tone === "error" ? "bg-red-ink" : "bg-green-ink",
        )}
      />
      <div className="min-w-0 flex-1 py-0.5">
        <p dir="auto" className="font-semibold">
          {title}
        </p>
        {text ? (
          <p dir="auto" className="text-ink-soft">
            {text}
          </p>
        ) : null}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => dismiss(id)}
        className="flex size-8 shrink-0 items-center justify-center rounded-md text-ink-faint hover:bg-hover hover:text-ink touch:size-11"
      >
        <X aria-hidden="true" strokeWidth={1.75} className="size-4" />
      </button>
    </div>
  );
}
