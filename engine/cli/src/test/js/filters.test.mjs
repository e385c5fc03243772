import assert from "node:assert/strict";
import { before, test } from "node:test";
import { odata } from "@azure/data-tables";
import { refused, rowsWhere, table } from "./account.mjs";

let client;

before(async () => {
  const moment = (value) => ({ type: "DateTime", value });
  client = await table(
    {
      partitionKey: "p",
      rowKey: "1",
      text: "a",
      small: -7,
      large: -5n,
      real: 0.5,
      moment: moment("1999-12-31T23:59:59.9999998Z"),
      id: { type: "Guid", value: "11111111-1111-1111-1111-111111111111" },
      bytes: new Uint8Array([1]),
      truth: true,
    },
    {
      partitionKey: "p",
      rowKey: "2",
      text: "it's",
      small: 8,
      large: 1099511627776n,
      real: 1e300,
      moment: moment("1999-12-31T23:59:59.9999999Z"),
      id: { type: "Guid", value: "99999999-9999-9999-9999-999999999999" },
      bytes: new Uint8Array([1, 0]),
      truth: false,
    },
    { partitionKey: "q", rowKey: "3" },
    { partitionKey: "q", rowKey: "4", text: 1, small: "8", large: "1099511627776", truth: "true" },
  );
});

const FOUND = [
  ["text eq 'it''s'", "2"],
  ["text ne 'a'", "2"],
  ["text lt 'b'", "1"],
  ["small gt -8 and small le 8", "1 2"],
  ["small eq 8", "2"],
  ["small ne 8", "1"],
  ["large ge 1099511627776L", "2"],
  ["large lt 0L", "1"],
  ["real gt 0.4", "1 2"],
  ["real ge 1e300", "2"],
  ["moment eq datetime'1999-12-31T23:59:59.9999999Z'", "2"],
  ["moment lt datetime'1999-12-31T23:59:59.9999999Z'", "1"],
  ["moment lt datetime'2000-01-01T00:00:00Z'", "1 2"],
  ["id eq guid'99999999-9999-9999-9999-999999999999'", "2"],
  ["id ne guid'99999999-9999-9999-9999-999999999999'", "1"],
  ["bytes eq X'0100'", "2"],
  ["bytes eq binary'01'", "1"],
  ["truth eq true", "1"],
  ["truth ne true", "2"],
  ["not (truth eq true)", "2 3 4"],
  ["truth eq true or small eq 8", "1 2"],
  ["truth eq true and small eq 8", ""],
  ["(truth eq true)or(small eq 8)", "1 2"],
  ["PartitionKey eq 'q'", "3 4"],
  ["PartitionKey gt 'p' and RowKey ne '3'", "4"],
  ["8 eq small", "2"],
  ["startswith(text,'it')", "2"],
  ["substringof('t''',text)", "2"],
  ["endswith(tolower(text),'a')", "1"],
  ["length(text) gt 1 or contains(RowKey,'3')", "2 3"],
  ["not contains(text,'a')", "2 3 4"],
  ["true", "1 2 3 4"],
];

for (const [filter, rows] of FOUND) {
  test(`${filter} finds <${rows}>`, async () => {
    assert.equal((await rowsWhere(client, filter)).join(" "), rows);
  });
}

test("the client writes literals of every kind", async () => {
  const moment = new Date("2000-01-01T00:00:00Z");
  const filter = odata`text eq ${"it's"} and small eq ${8} and moment lt ${moment} and truth eq ${false}`;
  assert.deepEqual(await rowsWhere(client, filter), ["2"]);
});

for (const filter of ["small eq", "text eq 'open", "(small eq 1", "small is 1", "id eq guid'x'"]) {
  test(`${filter} is refused`, () => refused(rowsWhere(client, filter), 400, "InvalidInput"));
}

test("another function is not implemented", () =>
  refused(rowsWhere(client, "indexof(text,'a') eq 0"), 501, "NotImplemented"));
