import { type ReactNode, useState } from "react";
import { Exact } from "#blocks/exact.tsx";
import { requestJoiningCode } from "#contract/invitations.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextField } from "#web/ui/text-field.tsx";

type JoiningCodeProps = { token: string; email: string | null; children: (code: string) => ReactNode };

/** Before someone joins by a document's link that may have been forwarded: a code shows that the email is theirs. */
export function JoiningCode({ token, email, children }: JoiningCodeProps) {
  const [code, setCode] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function request() {
    setIsBusy(true);
    setFailure(null);
    try {
      await call(requestJoiningCode, { body: { token } });
      setCode((now) => now ?? "");
    } catch (error) {
      setFailure(explainFailure(error));
    }
    setIsBusy(false);
  }

  return (
    <>
      <p className="mt-4 text-pretty text-ink-soft">
        To make sure this email is yours, we'll send a code to <Exact>{email ?? "your email"}</Exact>.
      </p>
      {failure === null ? null : (
        <Notice tone="error" className="mt-4">
          {failure}
        </Notice>
      )}
      {code === null ? (
        <Button
          size="lg"
          isWide
          tone="primary"
          className="mt-6"
          isBusy={isBusy}
          onClick={() => void request()}
        >
          Send me a code
        </Button>
      ) : (
        <>
          <div className="mt-5 flex items-end gap-2">
            <div className="grow">
              <TextField
                label="Code from our email"
                autoComplete="one-time-code"
                inputMode="numeric"
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
            </div>
            <Button isBusy={isBusy} onClick={() => void request()}>
              Send again
            </Button>
          </div>
          {children(code)}
        </>
      )}
    </>
  );
}
