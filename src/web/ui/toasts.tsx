import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { classNames } from "#web/lib/class-names.ts";

const toasts = Toast.createToastManager();

/** An error's toast goes after 5 seconds (spec 1 section 9). */
const TIMEOUT_MS = 5000;

type ToastMessage = { title: string; text?: string; tone?: "success" | "error" };

/** Says in passing what happened elsewhere than where the person looks. */
export function showToast({ title, text, tone = "success" }: ToastMessage): void {
  toasts.add({
    title,
    description: text,
    type: tone,
    timeout: TIMEOUT_MS,
  });
}

/** Where toasts appear; once in the shell. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={toasts} timeout={TIMEOUT_MS}>
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-4 bottom-22 z-50 mx-auto sm:inset-x-auto sm:right-6 sm:bottom-6 sm:w-90">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const manager = Toast.useToastManager();
  return manager.toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className={classNames(
        "mt-2 rounded-lg border border-line bg-raised shadow-float transition-[opacity,transform] duration-(--calm) ease-(--ease)",
        "data-ending-style:translate-y-2 data-starting-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:opacity-0",
      )}
    >
      <Toast.Content className="flex items-start gap-3 py-3 pr-2 pl-4">
        <span
          aria-hidden="true"
          className={classNames(
            "mt-2 size-2 shrink-0 rounded-full",
            toast.type === "error" ? "bg-red-ink" : "bg-green-ink",
          )}
        />
        <div className="min-w-0 flex-1 py-0.5">
          <Toast.Title className="font-semibold" />
          <Toast.Description className="text-ink-soft" />
        </div>
        <Toast.Close
          aria-label="Dismiss"
          className="flex size-8 shrink-0 items-center justify-center rounded-md text-ink-faint hover:bg-hover hover:text-ink touch:size-11"
        >
          <X aria-hidden="true" strokeWidth={1.75} className="size-4" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
