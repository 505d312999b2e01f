import { expect, test } from "vitest";
import { bounceOf, isFinalStatus, readBounceReport, readSnsConfirmation } from "./bounce.ts";

const ID = "0191a000-0000-7000-8000-000000000001";
const MESSAGE = `<${ID}@portal.example>`;
const UNKNOWN = "550 5.1.1 <mia@harbour.example>: user unknown";

const postmark = (Type: string) => ({
  RecordType: "Bounce",
  ID: 4323372036,
  Type,
  TypeCode: 1,
  MessageID: "883953f4-6105-42a2-a16a-77a8eac79483",
  Metadata: { mail: ID },
  Description: "The server was unable to deliver your message (ex: unknown user, mailbox not found).",
  Details: UNKNOWN,
  Email: "mia@harbour.example",
  BouncedAt: "2026-11-05T16:33:54.9070259Z",
});

const sendGrid = (more: object) => [
  { email: "ok@harbour.example", event: "delivered", "smtp-id": MESSAGE, sg_event_id: "a" },
  {
    email: "mia@harbour.example",
    event: "bounce",
    type: "bounce",
    status: "5.1.1",
    reason: UNKNOWN,
    "smtp-id": MESSAGE,
    sg_event_id: "b",
    ...more,
  },
];

const mailgun = (severity: string) => ({
  signature: { timestamp: "1529006854", token: "a8ce0edb", signature: "d2271d12" },
  "event-data": {
    event: "failed",
    severity,
    reason: "suppress-bounce",
    "delivery-status": { code: 550, message: "5.1.1 user unknown", description: "" },
    message: { headers: { to: "mia@harbour.example", "message-id": MESSAGE.slice(1, -1) } },
    recipient: "mia@harbour.example",
  },
});

const ses = (bounceType: string) => ({
  notificationType: "Bounce",
  bounce: {
    bounceType,
    bounceSubType: "General",
    bouncedRecipients: [
      { emailAddress: "mia@harbour.example", status: "5.1.1", diagnosticCode: `smtp; ${UNKNOWN}` },
    ],
    timestamp: "2026-11-05T16:33:54.907Z",
  },
  mail: {
    messageId: "00000137860315fd-34208509-5b74-41f3-95c5-22c1edc3c924-000000",
    headersTruncated: false,
    headers: [
      { name: "From", value: "portal@ember.example" },
      { name: "Message-ID", value: MESSAGE },
    ],
  },
});

const sns = (message: object) => ({
  Type: "Notification",
  MessageId: "da41e39f-ea4d-435a-b922-c6aae3915ebe",
  TopicArn: "arn:aws:sns:ap-southeast-2:123456789012:bounces",
  Message: JSON.stringify(message),
});

test.each([
  ["Postmark", postmark("HardBounce"), UNKNOWN],
  ["SendGrid", sendGrid({}), UNKNOWN],
  [
    "SendGrid by its unique arguments",
    sendGrid({ "smtp-id": "<other@geopod>", counterpart_mail: ID }),
    UNKNOWN,
  ],
  [
    "SendGrid, dropped",
    sendGrid({ event: "dropped", status: undefined, reason: "Bounced Address" }),
    "Bounced Address",
  ],
  ["Mailgun", mailgun("permanent"), "550 5.1.1 user unknown"],
  ["Amazon SES by SNS", sns(ses("Permanent")), UNKNOWN],
  ["Amazon SES itself", ses("Permanent"), UNKNOWN],
])("FIRST-2 a report of %s names the mail and the reason", (_, report, reason) => {
  expect(readBounceReport(report)).toEqual([{ mailId: ID, reason }]);
});

test.each([
  ["Postmark, a full mailbox", postmark("SoftBounce")],
  ["Postmark, an answer of a person", postmark("AutoResponder")],
  ["Postmark without the mail's id", { ...postmark("HardBounce"), Metadata: {} }],
  ["SendGrid, tried again", sendGrid({ status: "4.2.2", reason: "452 4.2.2 full" })],
  ["SendGrid, deferred", sendGrid({ event: "deferred" })],
  ["Mailgun, temporary", mailgun("temporary")],
  ["SES, transient", sns(ses("Transient"))],
  ["SES, a complaint", sns({ ...ses("Permanent"), notificationType: "Complaint" })],
  ["SNS with a text", { ...sns({}), Message: "Hello" }],
  ["nothing", null],
  ["a text", "bounce"],
  ["a list of numbers", [1, 2, 3]],
  ["an empty object", {}],
])("FIRST-2 %s is no bounce", (_, report) => {
  expect(readBounceReport(report)).toEqual([]);
});

test.each([
  [MESSAGE, ID],
  [`  ${ID}@portal.example `, ID],
  [ID, ID],
  ["<a b@portal.example>", undefined],
  ["<one@two@three>", undefined],
  ["<@portal.example>", undefined],
  [`<${"x".repeat(300)}@portal.example>`, undefined],
  ["", undefined],
  [null, undefined],
])("the Message-ID %s is of the mail %s", (messageId, mailId) => {
  expect(bounceOf(messageId, "")[0]?.mailId).toBe(mailId);
});

test.each([
  ["5.1.1", true],
  ["550 user unknown", true],
  ["smtp; 550-5.1.1 user unknown", true],
  ["4.4.7", false],
  ["421 try again", false],
  ["2.0.0", false],
  ["Bounced Address", null],
  ["route 550x", null],
  ["", null],
  [undefined, null],
])("the status %s is final: %s", (words, isFinal) => {
  expect(isFinalStatus(words)).toBe(isFinal);
});

test("a reason is one line of bounded length", () => {
  expect(bounceOf(ID, `550\r\n 5.1.1\t${"x".repeat(9000)}`)[0]?.reason).toMatch(/^550 5\.1\.1 x{490}$/);
  expect(bounceOf(ID, " ")[0]?.reason).toBe("The mail server gave no reason.");
});

test("FIRST-2 only Amazon's own address confirms a subscription", () => {
  const asked = (SubscribeURL: string) =>
    readSnsConfirmation({ ...sns({}), Type: "SubscriptionConfirmation", SubscribeURL });
  const own = "https://sns.ap-southeast-2.amazonaws.com/?Action=ConfirmSubscription&Token=2336412f37";
  expect(asked(own)).toBe(own);
  expect(asked("https://sns.evil.example/?x=amazonaws.com/")).toBeNull();
  expect(asked("http://sns.ap-southeast-2.amazonaws.com/")).toBeNull();
  expect(readSnsConfirmation(sns(ses("Permanent")))).toBeNull();
});
