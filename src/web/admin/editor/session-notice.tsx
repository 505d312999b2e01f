import { type RefObject, useEffect, useRef, useState } from "react";
import { ApiError } from "#web/lib/api-error.ts";
import { registerUnsavedWork, signIn } from "#web/lib/session.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { Button } from "#web/ui/button.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useRecordForm } from "#web/ui/record-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { listen } from "../ui/listeners.ts";
import { useEditor } from "./editing-context.ts";
import { ONLY_HERE } from "./save-status.tsx";

/** Whether the author's session has ended, and a function that checks it again. Saves are deferred until then. */
export function useSession() {
  const [isEnded, setIsEnded] = useState(false);
  const goOn = useRef<() => void>(() => undefined);
  useEffect(() => {
    // After signing in in another window, the author returns to this one.
    const look = () => goOn.current();
    const end = registerUnsavedWork({
      ended: () =>
        new Promise((resolve) => {
          goOn.current = resolve;
          setIsEnded(true);
        }),
      back: () => setIsEnded(false),
    });
    const unlisten = listen(window, { focus: look, visibilitychange: look });
    return () => {
      end();
      unlisten();
      look();
    };
  }, []);
  return { isEnded, look: () => goOn.current() };
}

/** Shows that the session has ended, and offers sign-in without leaving the page. */
export function SessionNotice({ onSignedIn }: { onSignedIn: () => void }) {
  const { editing, isCopySaved } = useEditor();
  const email = usePerson().profile?.email ?? "";
  // An open dialog, or a paused page, makes the notice inert, so the sign-in opens above it.
  const [isOpen, setIsOpen] = useState(() => document.querySelector("dialog[open], [inert]") !== null);
  const [needsCode, setNeedsCode] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => stayInFront(place, () => setIsOpen(true)), []);

  const form = useRecordForm({
    values: { password: "", code: "" },
    save: ({ password, code }) => signInAgain(password, code),
  });

  async function signInAgain(password: string, code: string) {
    try {
      await signIn(email, password, code);
    } catch (error) {
      if (!(error instanceof ApiError) || error.details.reason !== "second-factor") throw error;
      setNeedsCode(true);
      return;
    }
    form.reset();
    setIsOpen(false);
    onSignedIn();
    const { selectedId } = editing;
    if (selectedId !== null) editing.requestCaret({ blockId: selectedId, side: "end" });
  }

  return (
    <>
      <Notice
        tone="error"
        title="You are signed out"
        action={
          <Button size="sm" tone="primary" onClick={() => setIsOpen(true)}>
            Sign in
          </Button>
        }
      >
        {isCopySaved ? "Nothing is lost: what you write is kept on this computer." : ONLY_HERE} It is saved
        once you have signed in again, here or in another tab.
      </Notice>
      <div ref={place}>
        {isOpen ? (
          <FormDialog
            form={form}
            title="Sign in again"
            description={`As ${email}. Your page stays open.`}
            action="Sign in"
            onClose={() => setIsOpen(false)}
          >
            <TextField
              label="Password"
              type="password"
              autoComplete="current-password"
              form={form}
              name="password"
              rules={{ required: "Please enter your password" }}
            />
            {needsCode ? (
              <TextField
                label="Code of your app, or a backup code"
                autoComplete="one-time-code"
                form={form}
                name="code"
              />
            ) : null}
          </FormDialog>
        ) : null}
      </div>
    </>
  );
}

/** Brings the sign-in above a dialog or a paused page that makes it inert. Returns a function that ends this. */
function stayInFront(place: RefObject<HTMLElement | null>, open: () => void): () => void {
  const watcher = new MutationObserver((changes) => {
    const isCovered = changes.some(({ target }) => {
      const { open: isOpen, inert } = target as HTMLDialogElement;
      return (isOpen && !place.current?.contains(target)) || (inert && target.contains(place.current));
    });
    if (!isCovered) return;
    const [own] = place.current?.querySelectorAll("dialog") ?? [];
    if (!own) return open();
    // The dialog that opens last is the one in front.
    own.close();
    own.showModal();
  });
  watcher.observe(document.body, { subtree: true, attributeFilter: ["inert", "open"] });
  return () => watcher.disconnect();
}
