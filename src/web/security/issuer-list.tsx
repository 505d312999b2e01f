import { type ReactNode, useState } from "react";
import { Exact, ExactIn } from "#blocks/exact.tsx";
import type { Issuer } from "#domain/single-sign-on/issuer.ts";
import { findIssuerFault } from "#domain/single-sign-on/issuer-address.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { BRAND } from "#web/lib/brand.ts";
import { ISSUER_PATHS } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Copied } from "#web/ui/copied.tsx";
import { DateText, DateTimeText } from "#web/ui/date-text.tsx";
import { Detail, DetailList } from "#web/ui/detail-list.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { ConfirmDialog, FormDialog } from "#web/ui/form-dialog.tsx";
import { useRecordForm } from "#web/ui/record-form.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";

type Details = { name: string; issuer: string; clientId: string; clientSecret: string };
type Change = { name: string; clientSecret?: string; recordVersion: number };

type IssuerListProps = {
  answer: { data: Issuer[] | undefined; error: Error | undefined; mutate: () => Promise<unknown> };
  /** What its readers call the organization that has the issuers; left out, they are the company's. */
  organization?: string;
  /** Shown while there is none. */
  empty: string;
  /** The button that adds one, and what follows from that. */
  addition: { label: string; note: string };
  /** Each is null for people who may not do it. */
  add: ((details: Details) => Promise<void>) | null;
  change: ((issuerId: string, change: Change) => Promise<void>) | null;
  remove: ((issuerId: string) => Promise<void>) | null;
  /** Further settings of an issuer, below its details. */
  more?: (issuer: Issuer) => ReactNode;
};

type OpenDialog = { to: "add" } | { to: "change" | "remove"; issuer: Issuer } | null;

/** The issuers of one side, and the dialogs that set them up. */
export function IssuerList({ answer, organization, empty, ...props }: IssuerListProps) {
  const { addition, add, change, remove, more } = props;
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const { data: issuers } = answer;
  if (!issuers)
    return (
      fetchFailure(answer, "We couldn't load the single sign-on.") ?? (
        <Loading label="Loading the single sign-on">
          <Skeleton className="h-12 w-full" />
        </Loading>
      )
    );
  return (
    <>
      {issuers.length === 0 ? <p className="text-pretty text-ink-soft">{empty}</p> : null}
      {issuers.length > 0 ? (
        <ul className="divide-y divide-line">
          {issuers.map((issuer) => (
            <IssuerRow
              key={issuer.issuerId}
              issuer={issuer}
              organization={organization}
              more={more?.(issuer)}
              actions={
                <>
                  {change ? (
                    <Button
                      aria-label={`Change ${issuer.name}`}
                      onClick={() => setDialog({ to: "change", issuer })}
                    >
                      Change
                    </Button>
                  ) : null}
                  {remove ? (
                    <Button
                      aria-label={`Remove ${issuer.name}`}
                      onClick={() => setDialog({ to: "remove", issuer })}
                    >
                      Remove
                    </Button>
                  ) : null}
                </>
              }
            />
          ))}
        </ul>
      ) : null}
      {add ? (
        <Button onClick={() => setDialog({ to: "add" })}>
          {issuers.length > 0 ? "Set up another" : addition.label}
        </Button>
      ) : null}
      {dialog?.to === "add" && add ? <AddDialog note={addition.note} add={add} onClose={close} /> : null}
      {dialog?.to === "change" && change ? (
        <ChangeDialog issuer={dialog.issuer} change={change} onClose={close} />
      ) : null}
      {dialog?.to === "remove" && remove ? (
        <RemoveDialog issuer={dialog.issuer} remove={remove} onClose={close} />
      ) : null}
    </>
  );
}

type IssuerRowProps = {
  issuer: Issuer;
  organization: string | undefined;
  actions: ReactNode;
  more: ReactNode;
};

function IssuerRow({ issuer, organization, actions, more }: IssuerRowProps) {
  const { name, addedAt, effectiveFrom, linkedPeople } = issuer;
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <Exact className="wrap-anywhere font-medium">{name}</Exact>
          <p className="text-ink-soft text-sm">
            Set up
            <AddedBy issuer={issuer} organization={organization} /> on <DateText iso={addedAt} />.{" "}
            {describePeople(linkedPeople)}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">{actions}</div>
      </div>
      {new Date(effectiveFrom) > new Date() ? (
        <p className="mb-3 text-ink-soft text-sm">
          It signs people in from <DateTimeText iso={effectiveFrom} />, unless it's removed before.
        </p>
      ) : null}
      <DetailList>
        <Detail label="Issuer">
          <Exact className="wrap-anywhere">{issuer.issuer}</Exact>
        </Detail>
        <Detail label="Client ID">
          <Exact className="wrap-anywhere">{issuer.clientId}</Exact>
        </Detail>
        {organization === undefined ? null : (
          <Detail label="Sign-in page">
            <Copied text={window.location.origin + issuer.signInPath} />
          </Detail>
        )}
      </DetailList>
      {more}
    </li>
  );
}

/** Of a client's issuer also the side: its people may object to one that the company has set up. */
function AddedBy({ issuer, organization }: Pick<IssuerRowProps, "issuer" | "organization">) {
  const { addedByName, addedBySide } = issuer;
  const side = addedBySide === "company" ? BRAND.companyName : organization;
  const names = [addedByName, organization === undefined ? null : side].filter((name) => name != null);
  return names.length > 0 ? <ExactIn text={` by ${names.join(" of ")}`} names={names} /> : null;
}

function describePeople(count: number): string {
  if (count === 0) return "No one has signed in with it yet.";
  return count === 1 ? "One person signs in with it." : `${count} people sign in with it.`;
}

const NAME_RULES = {
  validate: (name: string) =>
    name.trim() !== "" || "Please enter what your people call it, such as Microsoft",
  maxLength: { value: 60, message: "Please use at most 60 characters" },
};
const required = (message: string) => ({ validate: (text: string) => text.trim() !== "" || message });

type AddDialogProps = { note: string; add: NonNullable<IssuerListProps["add"]>; onClose: () => void };

function AddDialog({ note, add, onClose }: AddDialogProps) {
  const form = useRecordForm<Details>({
    values: { name: "", issuer: "", clientId: "", clientSecret: "" },
    async save(details) {
      await add(details);
      showToast({ title: "Single sign-on is set up", text: details.name });
      onClose();
    },
    explain(error) {
      if (!(error instanceof ApiError) || error.details.reason !== "issuer-failed") return null;
      // The portal has asked the issuer for its description.
      form.setError("issuer", { message: error.message }, { shouldFocus: true });
      return "";
    },
  });
  return (
    <FormDialog
      form={form}
      title="Set up single sign-on"
      description="It works with Microsoft Entra, Google, Okta, Auth0, Cognito, Keycloak and others that offer OpenID Connect."
      action="Test and set up"
      failureTitle="Single sign-on wasn't set up"
      isWide
      onClose={onClose}
    >
      <div>
        <p className="mb-3 font-medium text-sm">First, add a web application at your provider with</p>
        <DetailList>
          <Detail label="Redirect URI">
            <Copied text={window.location.origin + ISSUER_PATHS.callback} />
          </Detail>
          <Detail label="Scopes">
            <Exact>openid email profile</Exact>
          </Detail>
        </DetailList>
      </div>
      <TextField
        label="Issuer"
        hint="Its address, such as https://login.microsoftonline.com/<your tenant's ID>/v2.0"
        autoComplete="off"
        inputMode="url"
        spellCheck={false}
        form={form}
        name="issuer"
        rules={{ validate: (text) => findIssuerFault(text) ?? true }}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Client ID"
          autoComplete="off"
          spellCheck={false}
          form={form}
          name="clientId"
          rules={required("Please enter the client ID")}
        />
        <TextField
          label="Client secret"
          type="password"
          autoComplete="new-password"
          form={form}
          name="clientSecret"
          rules={required("Please enter the client secret")}
        />
      </div>
      <TextField
        label="Name"
        hint="The button will be “Sign in with” and this name"
        autoComplete="off"
        form={form}
        name="name"
        rules={NAME_RULES}
      />
      <p className="text-pretty text-ink-soft text-sm">{note}</p>
    </FormDialog>
  );
}

type ChangeDialogProps = {
  issuer: Issuer;
  change: NonNullable<IssuerListProps["change"]>;
  onClose: () => void;
};

function ChangeDialog({ issuer, change, onClose }: ChangeDialogProps) {
  const form = useRecordForm({
    values: { name: issuer.name, clientSecret: "" },
    recordVersion: issuer.recordVersion,
    async save({ name, clientSecret }, recordVersion) {
      const secret = clientSecret.trim() === "" ? {} : { clientSecret };
      await change(issuer.issuerId, { name, ...secret, recordVersion });
      showToast({ title: "Single sign-on changed" });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Change ${issuer.name}`}
      description="Another issuer or client ID is another single sign-on: set that one up, then remove this one."
      action="Save"
      failureTitle="Nothing was changed"
      onClose={onClose}
    >
      <TextField label="Name" autoComplete="off" form={form} name="name" rules={NAME_RULES} />
      <TextField
        label="New client secret"
        hint="Leave empty to use the present one"
        type="password"
        autoComplete="new-password"
        form={form}
        name="clientSecret"
      />
    </FormDialog>
  );
}

type RemoveDialogProps = {
  issuer: Issuer;
  remove: NonNullable<IssuerListProps["remove"]>;
  onClose: () => void;
};

function RemoveDialog({ issuer, remove, onClose }: RemoveDialogProps) {
  const { name, linkedPeople } = issuer;
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      description={
        linkedPeople === 0
          ? "No one has signed in with it yet."
          : "Everyone who signed in with it is signed out now. They can then sign in with a password or passkey. People with neither set a password with “Forgot your password?”."
      }
      action="Remove"
      tone="danger"
      failureTitle="It wasn't removed"
      onSubmit={async () => {
        await remove(issuer.issuerId);
        showToast({ title: "Single sign-on removed", text: name });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
