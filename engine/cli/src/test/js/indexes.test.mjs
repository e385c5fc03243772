import assert from "node:assert/strict";
import { before, test } from "node:test";
import { all, declareIndex, table, tableNamed } from "./account.mjs";

const ENTITIES = 250;

let name;

before(async () => {
  const client = await table();
  name = client.tableName;
  for (let first = 0; first < ENTITIES; first += 50) {
    await client.submitTransaction(
      Array.from({ length: 50 }, (_, i) => first + i).map((n) => [
        "create",
        { partitionKey: "p" + (first % 100), rowKey: String(n), n },
      ]),
    );
  }
  await declareIndex(name, "byN", { properties: [{ name: "n" }] });
});

// Returns a client whose queries ask for an order, which the package has no option for. Keeps the plans of the answers.
function ordering(order, plans) {
  const client = tableNamed(name);
  client.pipeline.addPolicy({
    name: "ordering",
    async sendRequest(request, next) {
      if (order && request.method === "GET") {
        request.url += (request.url.includes("?") ? "&" : "?") + "$orderby=" + encodeURIComponent(order);
      }
      const answer = await next(request);
      plans.push(answer.headers.get("x-weir-plan"));
      return answer;
    },
  });
  return client;
}

test("a filter is answered through an index", async () => {
  const plans = [];
  const found = await all(
    ordering("", plans).listEntities({ queryOptions: { filter: "n eq 123" } }),
  );

  assert.deepEqual(
    found.map((entity) => entity.rowKey),
    ["123"],
  );
  assert.ok(
    plans.every((plan) => plan.startsWith("path=INDEX_LOOKUP index=byN ")),
    plans.join(),
  );
});

test("pages follow the order of an index", async () => {
  const plans = [];
  const numbers = [];
  const pages = ordering("n desc", plans)
    .listEntities({ queryOptions: { filter: "n ge 0" } })
    .byPage({ maxPageSize: 60 });
  for await (const page of pages) {
    numbers.push(...page.map((entity) => entity.n));
  }

  assert.deepEqual(
    numbers,
    Array.from({ length: ENTITIES }, (_, i) => ENTITIES - 1 - i),
  );
  assert.equal(plans.length, 5);
  assert.ok(
    plans.every((plan) => plan.startsWith("path=INDEX_RANGE index=byN ")),
    plans.join(),
  );
});
