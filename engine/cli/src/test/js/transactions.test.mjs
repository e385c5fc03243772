import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { TableTransaction } from "@azure/data-tables";
import { freeName, refused, rowsWhere, table, tableNamed } from "./account.mjs";

let client;

beforeEach(async () => {
  client = await table(entity("stored", { a: 1 }), entity("other"));
});

function entity(rowKey, properties) {
  return { partitionKey: "p", rowKey, ...properties };
}

function inserts(count) {
  return Array.from({ length: count }, (_, i) => ["create", entity(`new${i}`)]);
}

test("a transaction may hold every kind of change", async () => {
  const transaction = new TableTransaction();
  transaction.createEntity(entity("created"));
  transaction.updateEntity(entity("stored", { b: 2 }), "Merge");
  transaction.upsertEntity(entity("upserted", { c: 3 }), "Replace");
  transaction.deleteEntity("p", "other");

  const { subResponses, getResponseForEntity } = await client.submitTransaction(transaction.actions);

  assert.deepEqual(subResponses.map((response) => response.status), [204, 204, 204, 204]);
  assert.equal(getResponseForEntity("created").etag, (await client.getEntity("p", "created")).etag);
  assert.deepEqual(await rowsWhere(client, "true"), ["created", "stored", "upserted"]);
  const stored = await client.getEntity("p", "stored");
  assert.deepEqual([stored.a, stored.b], [1, 2]);
});

test("all entities of a transaction have one version", async () => {
  await client.submitTransaction(inserts(2));
  assert.equal(
    (await client.getEntity("p", "new0")).etag,
    (await client.getEntity("p", "new1")).etag,
  );
});

for (const [what, failing, status, code] of [
  ["an insert of a stored entity", ["create", entity("stored")], 409, "EntityAlreadyExists"],
  ["an update of an absent entity", ["update", entity("missing")], 404, "ResourceNotFound"],
  ["a deletion of an absent entity", ["delete", entity("missing")], 404, "ResourceNotFound"],
  ["an update of an older version", ["update", entity("other"), "Merge", { etag: "W/\"datetime'2001-01-01T00%3A00%3A00Z'\"" }], 412, "UpdateConditionNotSatisfied"],
  ["a repeated entity", ["upsert", entity("new0")], 400, "InvalidDuplicateRow"],
  ["a name with a dash", ["create", entity("n", { "a-b": 1 })], 400, "PropertyNameInvalid"],
]) {
  test(`${what} undoes the transaction`, async () => {
    await refused(client.submitTransaction([...inserts(2), failing]), status, code);
    assert.deepEqual(await rowsWhere(client, "true"), ["other", "stored"]);
  });
}

test("a transaction has at most a hundred operations", async () => {
  assert.equal((await client.submitTransaction(inserts(100))).subResponses.length, 100);
  await refused(client.submitTransaction(inserts(101)), 400, "InvalidInput");
});

test("a transaction of more than four megabytes is refused", async () => {
  const large = Array.from({ length: 70 }, (_, i) => [
    "create",
    entity(`l${i}`, { a: "x".repeat(32 * 1024), b: "x".repeat(32 * 1024) }),
  ]);
  await refused(client.submitTransaction(large), 413, "RequestBodyTooLarge");
});

test("an absent table is reported", () =>
  refused(tableNamed(freeName()).submitTransaction(inserts(1)), 404, "TableNotFound"));

test("keys may contain special characters", async () => {
  const keys = ["it's", "a b+c%", "\u00e9\u{1f600}", "(x,y)"];
  await client.submitTransaction(
    keys.map((rowKey) => ["upsert", { partitionKey: "q's %", rowKey, key: rowKey }, "Replace"]),
  );
  for (const rowKey of keys) {
    assert.equal((await client.getEntity("q's %", rowKey)).key, rowKey);
  }
});
