import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import { getManagedDocument } from "#contract/admin/documents.ts";
import { getHome } from "#contract/admin/home.ts";
import type { FirstSteps as Steps } from "#domain/home/home.ts";
import type { Id } from "#domain/id.ts";
import { managedGeneralDocumentPath } from "#web/admin/ui/agreement-paths.ts";
import { editorPath } from "#web/admin/ui/document-paths.ts";
import { StarterDialog, TermsDialog } from "#web/admin/ui/library-dialogs.tsx";
import { organizationPath } from "#web/admin/ui/paths.ts";
import { SendDialog } from "#web/admin/ui/send-dialog.tsx";
import { SendSampleButton } from "#web/admin/ui/send-sample-button.tsx";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { ClientDialog } from "../organizations/client-dialog.tsx";
import { CompanyDialog } from "./company-dialog.tsx";

type Open = "company" | "client" | "terms" | "write" | "sample" | "send" | null;

/** For a portal that has sent no document: the way to the first one. Progress follows from the records. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const { client, terms, draft } = steps;
  const cached = useCached();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const refetch = () => void cached.refetch(getHome);
  const rows = stepsOf(steps);
  const next = rows.find(({ isDone }) => !isDone)?.opens;
  const mayWrite = useMayActAs("editor");
  return (
    <Card aria-labelledby="first-steps" className="p-5 sm:p-6">
      <h2 id="first-steps" className="font-semibold text-lg">
        First steps
      </h2>
      <p className="mt-1 text-ink-soft">
        From here to your first document with a client. This list disappears once you've sent one.
      </p>
      <ol className="mt-4 grid gap-4">
        {rows.map((row) => (
          <Step key={row.opens} {...row} isNext={row.opens === next} onOpen={() => setOpen(row.opens)}>
            {row.opens === "sample" && draft && mayWrite ? (
              <SendSampleButton id={draft.uniqueDocumentId} isNext={next === "sample"} />
            ) : null}
          </Step>
        ))}
      </ol>
      {open === "company" ? <CompanyDialog onClose={close} onSaved={refetch} /> : null}
      {open === "client" ? <ClientDialog hasContact onClose={close} onAdded={refetch} /> : null}
      {open === "terms" && terms === null ? <TermsDialog onClose={close} /> : null}
      {open === "write" ? (
        <StarterDialog
          organization={client && { id: client.organizationId, name: client.organizationName }}
          onClose={close}
        />
      ) : null}
      {open === "send" && draft ? <SendDraft id={draft.uniqueDocumentId} onClose={close} /> : null}
    </Card>
  );
}

function SendDraft({ id, onClose }: { id: Id; onClose: () => void }) {
  const { data } = useCall(getManagedDocument, { params: { id } });
  return data ? <SendDialog document={data} onClose={onClose} /> : null;
}

type Row = {
  opens: NonNullable<Open>;
  isDone: boolean;
  name: string;
  text: string;
  /** Who takes the step. */
  role: "owner" | "editor";
  /** The button that opens the step's dialog; null where the link leads on, or while the step has to wait. */
  action: string | null;
  link: { to: string; label: string } | null;
};

function stepsOf({ isCompanyNamed, client, terms, draft }: Steps): Row[] {
  const isClientReady = client?.isActive === true && client.hasPerson;
  return [
    {
      opens: "company",
      isDone: isCompanyNamed,
      name: "Your company",
      text: "The name, logo, ABN and address on everything that your clients read. No email is sent before the portal knows your name.",
      role: "owner",
      action: isCompanyNamed ? null : "Enter your details",
      link: isCompanyNamed ? { to: "/settings", label: "Settings" } : null,
    },
    {
      opens: "client",
      isDone: isClientReady,
      name: "Your first client",
      text: "An organization, and the person there who gets an invitation by email.",
      role: "owner",
      action: client === null ? "Add a client" : null,
      link: client && {
        to: organizationPath(client.organizationId),
        label: isClientReady
          ? client.organizationName
          : `Invite people and activate ${client.organizationName}`,
      },
    },
    {
      opens: "terms",
      isDone: terms?.isPublished === true,
      name: "General terms",
      text: "What applies to all your work. Every document links to them.",
      role: "editor",
      action: terms === null ? "Add general terms" : null,
      link: terms && {
        to: managedGeneralDocumentPath(terms.generalDocumentId),
        label: terms.isPublished ? "General terms" : "Check and publish the draft",
      },
    },
    {
      opens: "write",
      isDone: draft !== null,
      name: "Write a document",
      text: "Begin with a page from the library, which has your details and your client’s in it.",
      role: "editor",
      action: draft === null ? "Write from the library" : null,
      link: draft && { to: editorPath(draft.uniqueDocumentId), label: `Edit ${draft.name}` },
    },
    {
      opens: "sample",
      isDone: draft?.isSampleSent === true,
      name: "See it as your client will",
      text: "We email you a sample. Tick and accept in it as you like: nothing is recorded, and your client gets nothing.",
      role: "editor",
      action: null,
      link: null,
    },
    {
      opens: "send",
      isDone: false,
      name: "Send it",
      text: "Your client gets an email, reads the document and accepts it online.",
      role: "editor",
      action: draft === null ? null : "Send",
      link: null,
    },
  ];
}

type StepProps = Row & { isNext: boolean; onOpen: () => void; children: ReactNode };

function Step({ isDone, name, text, role, action, link, isNext, onOpen, children }: StepProps) {
  const may = useMayActAs(role);
  return (
    <li className="flex gap-3">
      <StepMark isDone={isDone} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 max-w-xl">
          <p className="font-medium">
            {name}
            {isDone ? <span className="ml-2 font-normal text-ink-soft text-sm">Done</span> : null}
          </p>
          <p className="text-ink-soft text-sm">{text}</p>
        </div>
        <StepAction>
          {action === null ? null : may ? (
            <Button tone={isNext ? "primary" : "secondary"} onClick={onOpen}>
              {action}
            </Button>
          ) : (
            <span className="text-ink-soft text-sm">
              {role === "owner" ? "An owner does this" : "An editor does this"}
            </span>
          )}
          {children}
          {link ? <TextLink to={link.to}>{link.label}</TextLink> : null}
        </StepAction>
      </div>
    </li>
  );
}

function StepMark({ isDone }: { isDone: boolean }) {
  const look = isDone ? "border-brand bg-brand text-paper" : "border-line-strong";
  return (
    <span
      aria-hidden="true"
      className={`mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full border ${look}`}
    >
      {isDone ? <Check className="size-3.5" strokeWidth={2.5} /> : null}
    </span>
  );
}

function StepAction({ children }: { children: ReactNode }) {
  return <div className="wrap-anywhere empty:hidden">{children}</div>;
}
