import assert from "node:assert/strict";
import { before, test } from "node:test";
import { refused, table } from "./account.mjs";

let client;

before(async () => {
  client = await table();
});

const SAME = {
  text: "q\"uo'te\\ \u00e9 \u{1f600} \t\n",
  "no text": "",
  "text that looks like a number": "42",
  "the longest text": "x".repeat(32 * 1024),
  true: true,
  false: false,
  zero: 0,
  "the least Int32": -2147483648,
  "the greatest Int32": 2147483647,
  "the least Int64": -9223372036854775808n,
  "the greatest Int64": 9223372036854775807n,
  "a small Int64": 1n,
  "a fraction": 0.1,
  "the greatest Double": Number.MAX_VALUE,
  "a moment": new Date("2020-11-07T01:23:21.055Z"),
  "a Guid": { type: "Guid", value: "c9da6455-213d-42c9-9a79-3e9149a57833" },
  bytes: new Uint8Array([0, 255, 127, 128]),
};

for (const [what, value] of Object.entries(SAME)) {
  test(`${what} is read back unchanged`, async () => {
    await client.createEntity({ partitionKey: "same", rowKey: what, value });
    const found = (await client.getEntity("same", what)).value;
    assert.deepEqual(found instanceof Uint8Array ? new Uint8Array(found) : found, value);
  });
}

const TYPED = [
  ["Int32", 5],
  ["Double", 2.5],
  ["Double", "NaN"],
  ["Double", "Infinity"],
  ["Double", "-Infinity"],
  ["Int64", "7"],
  ["Boolean", true],
  ["String", "x"],
  ["DateTime", "2020-11-07T01:23:21.0555975Z"],
  ["DateTime", "1601-01-01T00:00:00Z"],
  ["Binary", "AQID"],
];

for (const [type, value] of TYPED) {
  test(`${type} ${value} keeps its type`, async () => {
    const rowKey = `${type}${value}`;
    await client.createEntity({ partitionKey: "typed", rowKey, value: { type, value } });
    const found = await client.getEntity("typed", rowKey, { disableTypeConversion: true });
    assert.equal(found.value.type, type);
    assert.equal(String(found.value.value), String(value));
  });
}

test("a null property is not stored", async () => {
  await client.createEntity({ partitionKey: "p", rowKey: "null", here: 1, nothing: null });
  assert.ok(!("nothing" in (await client.getEntity("p", "null"))));
});

for (const [type, value] of [
  ["Int64", "1.5"],
  ["Guid", "c9da6455"],
  ["DateTime", "yesterday"],
  ["Binary", "%"],
]) {
  test(`${value} is refused as ${type}`, () =>
    refused(
      client.createEntity({ partitionKey: "bad", rowKey: type, value: { type, value } }),
      400,
      "InvalidInput",
    ));
}

for (const [partitionKey, rowKey] of [
  ["it's", "''"],
  ["a b", "c+d"],
  ["50%", "%2F"],
  ["\u00e9\u4e2d", "\u{1f600}"],
  ["", ""],
]) {
  test(`the keys <${partitionKey}> <${rowKey}> are found`, async () => {
    await client.createEntity({ partitionKey, rowKey, n: 1 });
    const found = await client.getEntity(partitionKey, rowKey);
    assert.deepEqual([found.partitionKey, found.rowKey], [partitionKey, rowKey]);
  });
}
