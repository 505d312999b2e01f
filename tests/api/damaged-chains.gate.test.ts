import { and, eq, isNull } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { confirmEmail } from "#contract/account.ts";
import { importPeople } from "#contract/admin/imports.ts";
import { markInvoice } from "#contract/admin/invoices.ts";
import { deactivateOrganization } from "#contract/admin/organizations.ts";
import { changeEmail, removePerson, resetFactor } from "#contract/admin/people.ts";
import {
  changePermission,
  endMemberInvitation,
  endPermission,
  inviteMember,
} from "#contract/admin/permissions.ts";
import { signGeneralDocument } from "#contract/agreements.ts";
import { approveDocument, declineDocument, getDocument } from "#contract/documents.ts";
import { acceptInvitation } from "#contract/invitations.ts";
import { removePermission } from "#contract/permissions.ts";
import { addSecondFactor, prepareSecondFactor } from "#contract/security.ts";
import { signOutByEmail } from "#server/people/reset-factor.ts";
import { userProfiles } from "#server/schema/account.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { secondFactors } from "#server/schema/identity.ts";
import { invitations } from "#server/schema/invitations.ts";
import { mails } from "#server/schema/mail.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { verifyEvidence } from "#server/verification/verify-evidence.ts";
import { accessMailsTo, accessRecordsOf, damageChain, kindsOf } from "#tests/support/access-events.ts";
import { decisionsOf } from "#tests/support/decisions-of.ts";
import {
  makeAdmin,
  makeInvoice,
  makeOrganization,
  makePermission,
  makePerson,
  PASSWORD,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { mailedToken } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { asIntruder } from "#tests/support/past-triggers.ts";
import { PROVED } from "#tests/support/proved.ts";
import { stepAt, totpOf } from "#tests/support/totp.ts";

const app = await startTestApp();
const owner = await makeAdmin(app.db, "owner");

const DAMAGED = /The evidence of an organization is damaged/;
const REFUSED = {
  status: 409,
  details: { reason: "evidence-damaged" },
  message: expect.stringMatching(/so no access to it can be given\. Nothing was changed\./),
};
const verify = () => verifyEvidence(app.deps, () => undefined);

async function permissionOf({ userProfileId }: TestPerson, organizationId: string) {
  const [permission] = await app.db
    .select()
    .from(organizationPermissions)
    .where(
      and(
        eq(organizationPermissions.userId, userProfileId),
        eq(organizationPermissions.organizationId, organizationId),
      ),
    );
  return permission;
}
const params = (permission: Awaited<ReturnType<typeof permissionOf>>) => ({
  id: permission?.organizationPermissionId ?? "",
});
const invite = (organizationId: string, email: string) => {
  const userDetails = { email, firstName: "Ana", lastName: "Silva" };
  const body = { userDetails, permissionType: "write" as const };
  return { as: owner, params: { id: organizationId }, body };
};

describe("FIELD-2 while the end of a chain is damaged", () => {
  test("FIELD-2 each way of taking access works and is recorded outside the chain, which verify names", async () => {
    app.log.allowErrors(DAMAGED);
    const organization = await makeOrganization(app.db, { organizationName: unique("Harbour") });
    const { organizationId, organizationName } = organization;
    const writer = await makePerson(app.db, { organization });
    const [lowered, removed, left, gone, away] = await Promise.all(
      Array.from({ length: 5 }, () => makePerson(app.db, { organization })),
    );
    const { invitations: sent } = await app.request(
      inviteMember,
      invite(organizationId, `${unique("a")}@x.test`),
    );
    await damageChain(app, organizationId);

    const toRead = { permissionType: "read" as const };
    const own = async (person: TestPerson | undefined) =>
      params(person && (await permissionOf(person, organizationId)));
    await app.request(changePermission, { as: owner, params: await own(lowered), body: toRead, ...PROVED });
    await app.request(endPermission, { as: owner, params: await own(removed) });
    const organizationPermissionId = (await own(left)).id;
    await app.request(removePermission, { as: writer, params: { organizationPermissionId } });
    const invitationId = sent[0]?.invitationId ?? "";
    await app.request(endMemberInvitation, { as: owner, params: { id: organizationId, invitationId } });
    await app.request(removePerson, { as: owner, params: { id: gone?.userProfileId ?? "" } });
    expect(await signOutByEmail(app.deps, away?.email ?? "")).toContain("is signed out everywhere");

    expect(await permissionOf(lowered as TestPerson, organizationId)).toMatchObject(toRead);
    for (const person of [removed, left, gone])
      expect(await permissionOf(person as TestPerson, organizationId)).toBeUndefined();
    const [invited, ...taken] = await accessRecordsOf(app, organizationId);
    expect(invited).toMatchObject({ kind: "invite", isOutsideChain: false });
    expect(taken).toMatchObject(
      ["change", "remove", "remove", "withdraw", "remove"].map((kind) => ({ kind, isOutsideChain: true })),
    );
    expect(await kindsOf(app, organizationId)).toEqual(["access.invite"]);
    for (const { accessRecordId, kind } of taken)
      expect(
        await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, accessRecordId)),
      ).toMatchObject([{ action: "access.record-outside-chain", organizationId, details: { kind } }]);
    expect(app.log.records.some(({ level, msg }) => level === 50 && DAMAGED.test(msg ?? ""))).toBe(true);

    const { message } = await verify();
    expect(message).toContain(`The end of the chain of ${organizationName} isn't its last event.`);
    for (const { accessRecordId } of taken) {
      const named = message.split("\n").filter((line) => line.includes(accessRecordId));
      expect(named).toEqual([
        expect.stringMatching(
          new RegExp(
            `^  Outside the chain of ${organizationName}: the .* was recorded without an event, because`,
          ),
        ),
      ]);
    }
    expect((await accessMailsTo(app, writer.email)).length, "writers are told all the same").toBe(4);
    const reason = "Closed";
    const body = { reason, openDocumentIds: [] };
    await app.request(deactivateOrganization, { as: owner, params: { id: organizationId }, body });
  });

  test("FIELD-2 each way of giving access is refused in one sentence, and nothing is saved", async () => {
    app.log.allowErrors(DAMAGED);
    const organization = await makeOrganization(app.db);
    const { organizationId, organizationName } = organization;
    const writer = await makePerson(app.db, { organization });
    const reader = await makePerson(app.db, { organization, permission: "read" });
    const email = `${unique("ana")}@example.test`;
    await app.request(inviteMember, invite(organizationId, email));
    const token = await mailedToken(app, email);
    const newEmail = `${unique("new")}@example.test`;
    const id = { id: writer.userProfileId };
    await app.request(changeEmail, { as: owner, params: id, body: { newEmail }, ...PROVED });
    const confirmation = await mailedToken(app, newEmail);
    const { setup, secret } = await app.request(prepareSecondFactor, { as: writer });
    const code = totpOf(secret, stepAt(app.deps.clock()));
    await app.request(addSecondFactor, { as: writer, body: { password: PASSWORD, setup, code } });
    const before = await accessRecordsOf(app, organizationId);
    const mailsBefore = await app.db.$count(mails);
    await damageChain(app, organizationId);

    const toWrite = {
      params: params(await permissionOf(reader, organizationId)),
      body: { permissionType: "write" },
    } as const;
    const another = { newEmail: `${unique("other")}@example.test` };
    const csv = `Email,First name,Last name,Organization,Right\n${unique("c")}@x.test,C,D,${organizationName},Read`;
    for (const refusal of [
      await app.refusal(inviteMember, invite(organizationId, `${unique("bo")}@x.test`)),
      await app.refusal(acceptInvitation, {
        body: { token, firstName: "Ana", lastName: "Silva", password: "three-brown-owls" },
      }),
      await app.refusal(changePermission, { as: owner, ...toWrite, ...PROVED }),
      await app.refusal(changeEmail, { as: owner, params: id, body: another, ...PROVED }),
      await app.refusal(confirmEmail, { body: { token: confirmation } }),
      await app.refusal(resetFactor, { as: owner, params: id, ...PROVED }),
      await app.refusal(importPeople, { as: owner, body: { csv } }),
    ])
      expect(refusal).toMatchObject(REFUSED);

    expect(await accessRecordsOf(app, organizationId)).toEqual(before);
    expect(await app.db.$count(mails)).toBe(mailsBefore);
    expect(await permissionOf(reader, organizationId)).toMatchObject({ permissionType: "read" });
    const ofWriter = eq(userProfiles.userProfileId, writer.userProfileId);
    expect(await app.db.select().from(userProfiles).where(ofWriter)).toMatchObject([{ email: writer.email }]);
    expect(await app.db.$count(userProfiles, eq(userProfiles.email, email))).toBe(0);
    expect(await app.db.$count(secondFactors, eq(secondFactors.userId, writer.authUserId))).toBe(1);
    const isOpen = and(eq(invitations.organizationId, organizationId), isNull(invitations.usedAt));
    expect(await app.db.$count(invitations, isOpen)).toBe(1);
  });

  test("FIELD-2 deciding, signing and changing an invoice are refused in one sentence, and nothing is saved", async () => {
    app.log.allowErrors(/A request was refused/);
    const writer = await makePerson(app.db);
    const { organizationId } = writer;
    const { id, documentId, approve } = await decisionsOf(app, writer);
    const accepting = await approve({ as: writer });
    const { invoiceId } = await makeInvoice(app.db, { organizationId, invoiceStatus: "UNPAID" });
    // As many events as the end counts: the document itself is still read.
    await asIntruder(
      app,
      "insert into evidence_heads (chain, position, head) values ($1, 0, repeat('a', 64))",
      [organizationId],
    );

    const params = { id };
    const declining = { uniqueDocumentId: id, status: "DECLINED" } as const;
    const signing = { userId: writer.userProfileId, organizationId, documentId };
    const marking = { invoiceStatus: "PAID", asRead: "UNPAID" } as const;
    for (const refusal of [
      await app.refusal(approveDocument, accepting),
      await app.refusal(declineDocument, { as: writer, params, body: declining }),
      await app.refusal(signGeneralDocument, { as: writer, body: signing }),
      await app.refusal(markInvoice, { as: owner, params: { id: invoiceId }, body: marking }),
    ])
      expect(refusal).toMatchObject({
        status: 409,
        details: { reason: "evidence-damaged" },
        message: expect.stringMatching(/^The evidence kept here .* Nothing was changed\./),
      });
    expect(JSON.stringify(app.log.records), "the operator reads which chain").toContain(
      `The end of the chain ${organizationId}, event 0, is not its last event`,
    );
    expect(await app.request(getDocument, { as: writer, params: { id } })).toMatchObject({
      status: "PENDING",
    });
  });

  test("FIELD-2 a person in forty organizations: one event in each of their chains, and one damaged chain refuses all", async () => {
    app.log.allowErrors(DAMAGED);
    const person = await makePerson(app.db);
    const ids = [person.organizationId ?? ""];
    for (let count = 1; count < 40; count += 1) {
      const { organizationId } = await makeOrganization(app.db);
      await makePermission(app.db, { userId: person.userProfileId, organizationId, permissionType: "write" });
      ids.push(organizationId);
    }
    const colleague = await makePerson(app.db, { organization: { organizationId: ids[0] ?? "" } });
    for (const organizationId of ids.slice(1, 30))
      await makePermission(app.db, {
        userId: colleague.userProfileId,
        organizationId,
        permissionType: "write",
      });
    const kinds = () => Promise.all(ids.map((id) => kindsOf(app, id)));
    const of = { as: owner, params: { id: person.userProfileId } };
    const newEmail = `${unique("new")}@example.test`;
    await app.request(changeEmail, { ...of, body: { newEmail }, ...PROVED });
    const token = await mailedToken(app, newEmail);
    expect(await kinds()).toEqual(ids.map(() => ["access.request-email"]));
    const [mail, ...more] = await accessMailsTo(app, colleague.email);
    expect(mail).toContain("Access to your organizations was changed");
    expect(more, "one mail for thirty organizations").toEqual([]);

    const [damaged = "", ...intact] = ids.toSorted();
    await damageChain(app, damaged);
    expect(await app.refusal(confirmEmail, { body: { token } })).toMatchObject(REFUSED);
    expect(await kinds()).toEqual(ids.map(() => ["access.request-email"]));
    await app.request(removePerson, of);
    const isRemoved = (isOutsideChain: boolean) => ({ kind: "remove", isOutsideChain });
    expect((await accessRecordsOf(app, damaged)).at(-1)).toMatchObject(isRemoved(true));
    for (const id of intact) {
      expect(await kindsOf(app, id)).toEqual(["access.request-email", "access.remove"]);
      expect((await accessRecordsOf(app, id)).at(-1)).toMatchObject(isRemoved(false));
    }
  });
});
