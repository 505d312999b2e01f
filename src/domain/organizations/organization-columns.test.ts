import { expect, test } from "vitest";
import { readTable } from "../csv/read-table.ts";
import { CONTACT_PROGRAMS, ORGANIZATION_COLUMNS } from "./organization-columns.ts";

/** The header row of each program's export. */
const HEADERS = {
  "Xero contacts":
    "*ContactName,AccountNumber,EmailAddress,FirstName,LastName,POAttentionTo,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,SAAttentionTo,SAAddressLine1,SAAddressLine2,SAAddressLine3,SAAddressLine4,SACity,SARegion,SAPostalCode,SACountry,PhoneNumber,FaxNumber,MobileNumber,DDINumber,SkypeName,BankAccountName,BankAccountNumber,BankAccountParticulars,TaxNumber,AccountsReceivableTaxCodeName,AccountsPayableTaxCodeName,Website,Discount,CompanyNumber,DueDateBillDay,DueDateBillTerm,DueDateSalesDay,DueDateSalesTerm,SalesAccount,PurchasesAccount",
  "Google contacts":
    "First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - PO Box,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country,Address 1 - Extended Address",
  "Outlook contacts":
    "First Name,Middle Name,Last Name,Title,Suffix,Nickname,Given Yomi,Surname Yomi,E-mail Address,E-mail 2 Address,E-mail 3 Address,Home Phone,Home Phone 2,Business Phone,Business Phone 2,Mobile Phone,Car Phone,Other Phone,Primary Phone,Pager,Business Fax,Home Fax,Other Fax,Company Main Phone,Callback,Radio Phone,Telex,TTY/TDD Phone,IMAddress,Job Title,Department,Company,Office Location,Manager's Name,Assistant's Name,Assistant's Phone,Company Yomi,Business Street,Business City,Business State,Business Postal Code,Business Country/Region,Home Street,Home City,Home State,Home Postal Code,Home Country/Region,Other Street,Other City,Other State,Other Postal Code,Other Country/Region,Personal Web Page,Spouse,Schools,Hobby,Location,Web Page,Birthday,Anniversary,Notes",
  HubSpot:
    "Record ID,First Name,Last Name,Email,Phone Number,Contact owner,Lead Status,Company Name,Street Address,City,State/Region,Postal Code,Country/Region,Create Date",
  "Shopify customers":
    "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags",
} as const;

/** What every program's export tells of the same client. */
const VALUES: Record<string, string> = {
  Name: "Harbour Café Pty Ltd",
  Address: "Suite 4",
  City: "Fremantle",
  State: "WA",
  Postcode: "6160",
  Country: "Australia",
  Phone: "0491 570 006",
  "First name": "Ada",
  "Last name": "Moss",
  Email: "ada@harbour.example",
};

const read = (file: string) => {
  const table = readTable(file, ORGANIZATION_COLUMNS, { programs: CONTACT_PROGRAMS, mayMiss: true });
  if ("problem" in table) throw new Error(table.problem);
  return table;
};

test.each(Object.entries(HEADERS))(
  "FIRST-4 an export of %s is read by its headers, without a choice of columns",
  (program, header) => {
    const known = CONTACT_PROGRAMS.find((one) => one.program === program)?.headers ?? {};
    const seen = new Set<string>();
    const cells = header.split(",").map((name) => {
      const field = known[name];
      if (!field || seen.has(field)) return "";
      seen.add(field);
      return VALUES[field] ?? "";
    });
    const table = read(`${header}\n${cells.join(",")}\n`);
    expect(table.program).toBe(program);
    expect(table.missing).toEqual([]);
    expect(table.rows[0]?.cells).toMatchObject(VALUES);
  },
);

test("FIRST-4 names that people write themselves are read, and a city alone is no address", () => {
  const own =
    "Client name,Contact first name,Contact last name,Email,Phone,ABN,Street address,Suburb,State,Postcode";
  const table = read(`${own}\nHarbour,Ada,Moss,a@b.example,1,2,3 Quay St,Perth,WA,6000`);
  expect(table.program).toBeNull();
  expect(table.columns.map(({ field }) => field)).toEqual([
    "Name",
    "First name",
    "Last name",
    "Email",
    "Phone",
    "ABN",
    "Address",
    "City",
    "State",
    "Postcode",
  ]);
  expect(read("Organization ID;Name;City\n;Pool;Perth").columns.map(({ field }) => field)).toEqual([
    "Organization ID",
    "Name",
    null,
  ]);
});

test("FIRST-4 a person's choice of columns comes before the headers, and several lines make one address", () => {
  const file = "Who,Where,And,Mail\nHarbour,1 Quay St,Perth,a@b.example\n";
  expect(read(file).missing).toEqual(["Name"]);
  const mapping = ["Name", "Address", "Address", null, "Email"];
  const table = readTable(file, ORGANIZATION_COLUMNS, { mapping, programs: CONTACT_PROGRAMS });
  if ("problem" in table) throw new Error(table.problem);
  expect(table.rows[0]?.cells).toMatchObject({ Name: "Harbour", Address: "1 Quay St\nPerth", Email: "" });
  expect(table.columns[3]).toEqual({ header: "Mail", field: null, sample: "a@b.example" });
});
