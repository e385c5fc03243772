import assert from "node:assert/strict";
import { test } from "node:test";
import { refused, table } from "./account.mjs";

test("a property is added to under a condition", async () => {
  const client = await table({ partitionKey: "p", rowKey: "r", Stock: 1 });
  const take = { partitionKey: "p", rowKey: "r", Stock: -1, "Stock@weir.change": "add", "weir.when": "Stock ge 1" };
  await client.updateEntity(take, "Merge");
  await refused(client.updateEntity(take, "Merge"), 412, "UpdateConditionNotSatisfied");
  const stored = await client.getEntity("p", "r");
  assert.equal(stored.Stock, 0);
  assert.equal(stored["Stock@weir.change"], undefined);
});

test("an absent entity is created from defaults", async () => {
  const client = await table();
  const seen = {
    partitionKey: "p",
    rowKey: "r",
    Seen: 1n,
    "Seen@weir.change": "add",
    "weir.create": JSON.stringify({ Seen: "10", "Seen@odata.type": "Edm.Int64" }),
  };
  await client.upsertEntity(seen, "Merge");
  await client.upsertEntity(seen, "Merge");
  assert.equal((await client.getEntity("p", "r")).Seen, 12n);
});

test("a transaction contains changes", async () => {
  const client = await table({ partitionKey: "p", rowKey: "r", N: 5, Tags: "a" });
  await client.submitTransaction([
    ["update", { partitionKey: "p", rowKey: "r", N: 7, "N@weir.change": "max", Tags: "b", "Tags@weir.change": "append(,)" }],
    ["create", { partitionKey: "p", rowKey: "s" }],
  ]);
  const stored = await client.getEntity("p", "r");
  assert.equal(stored.N, 7);
  assert.equal(stored.Tags, "a,b");
});
