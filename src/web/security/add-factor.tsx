import { type ReactNode, useEffect, useRef, useState } from "react";
import { addSecondFactor, listSessions, prepareSecondFactor } from "#contract/security.ts";
import type { FactorSetup } from "#domain/account/sign-in.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { downloadText } from "#web/ui/download-text.ts";
import { FetchFailure } from "#web/ui/fetch-failure.tsx";
import { RecordForm, useRecordForm } from "#web/ui/record-form.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { CODE_FIELD, PASSWORD_FIELD } from "./sign-in-fields.ts";

/** Switches the factor on: the app reads the QR code, its first code confirms it, and backup codes are shown once. */
export function AddFactor({ onClose, cancel }: { onClose: () => void; cancel?: Cancel }) {
  const cached = useCached();
  const [setup, setSetup] = useState<FactorSetup | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [isOn, setIsOn] = useState(false);
  const isWaiting = setup === null && failure === null;
  useEffect(() => {
    if (!isWaiting) return;
    call(prepareSecondFactor).then(setSetup, setFailure);
  }, [isWaiting]);

  if (failure)
    return (
      <FetchFailure error={failure} onRetry={() => setFailure(null)}>
        We couldn't make a code for your app.
      </FetchFailure>
    );
  if (!setup)
    return (
      <Loading label="Loading the code for your app" className="p-5">
        <Skeleton className="h-60 w-full" />
      </Loading>
    );
  if (isOn) return <BackupCodes codes={setup.backupCodes} onClose={onClose} />;
  return (
    <FactorForm
      action="Turn on"
      failed="Two-step sign-in wasn't turned on"
      cancel={cancel ?? { label: "Cancel", onPress: onClose }}
      onSend={async (typed) => {
        try {
          await call(addSecondFactor, { body: { ...typed, setup: setup.setup } });
        } catch (error) {
          // Another window was first, and showed its backup codes.
          if (!isOnAlready(error)) throw error;
          onClose();
          return;
        }
        setIsOn(true);
        void cached.refetch(listSessions);
      }}
    >
      <p className="text-ink-soft">
        Scan this with your authenticator app, then enter your password and the code it shows. We'll sign you
        out on your other devices.
      </p>
      <div className="flex flex-wrap items-center gap-5">
        <svg
          role="img"
          aria-label="QR code for your authenticator app"
          viewBox={`-4 -4 ${setup.qr.size + 8} ${setup.qr.size + 8}`}
          className="size-44 shrink-0 rounded-lg border border-line"
          shapeRendering="crispEdges"
        >
          {/* Apps read dark squares on light only, so these colours stay in dark mode. */}
          <rect x="-4" y="-4" width="100%" height="100%" fill="#fff" />
          <path d={setup.qr.path} fill="#000" />
        </svg>
        <p className="min-w-0 flex-1 basis-48 text-sm">
          <span className="text-ink-soft">Or type this into your app:</span>
          <code className="mt-1 block break-words font-medium">{formatSecret(setup.secret)}</code>
        </p>
      </div>
    </FactorForm>
  );
}

function isOnAlready(error: unknown): boolean {
  return error instanceof ApiError && error.details.reason === "second-factor-on";
}

function formatSecret(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? "";
}

function BackupCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join("\n");
  const copy = async () => {
    if (await copyText(text)) return showToast({ title: "Backup codes copied" });
    const cure = "Download them, or select them here and copy them.";
    showToast({ tone: "error", title: "Your browser didn't copy them", text: cure });
  };
  return (
    <div className="space-y-4 p-5">
      <h3 ref={heading} tabIndex={-1} className="font-semibold">
        Two-step sign-in is on. Save your backup codes
      </h3>
      <p className="text-ink-soft">
        Each signs you in once, if you lose your phone. They are shown only now, so store them with your
        important papers.
      </p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-lg bg-sunken p-4 font-medium tabular-nums">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={() => void copy()}>Copy</Button>
        <Button onClick={() => downloadText("backup-codes.txt", "text/plain", `${text}\n`)}>Download</Button>
        <Button tone="primary" onClick={onClose}>
          I've saved them
        </Button>
      </div>
    </div>
  );
}

type Typed = { password: string; code: string };
/** The way out of the form. */
type Cancel = { label: string; onPress: () => void };
type FactorFormProps = {
  action: string;
  /** The title of a failure. */
  failed: string;
  children: ReactNode;
  onSend: (typed: Typed) => Promise<void>;
  cancel: Cancel;
};

const EMPTY: Typed = { password: "", code: "" };

/** The password and a code, with which the second factor is switched on and off. */
export function FactorForm({ action, failed, children, onSend, cancel }: FactorFormProps) {
  const form = useRecordForm({ values: EMPTY, hasGuard: false, save: onSend });
  return (
    <RecordForm form={form} failureTitle={failed} className="space-y-4 p-5">
      {children}
      <TextField
        {...PASSWORD_FIELD}
        form={form}
        name="password"
        rules={{ required: "Please enter your password" }}
      />
      <TextField
        {...CODE_FIELD}
        form={form}
        name="code"
        rules={{
          required: "Please enter the code that your app shows",
          maxLength: { value: 40, message: "Codes are shorter than this" },
        }}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={cancel.onPress} disabled={form.isBusy}>
          {cancel.label}
        </Button>
        <Button tone="primary" type="submit" isBusy={form.isBusy}>
          {action}
        </Button>
      </div>
    </RecordForm>
  );
}
