// Everything that changes or destroys something: refused while the console is read-only, confirmed by a name, and carried out.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ConsolePage, launch } from "./browser.mjs";
import { Service } from "./service.mjs";

let service;
let browser;

before(async () => {
  [service, browser] = await Promise.all([Service.create(), launch()]);
});

after(async () => {
  await browser?.close();
  await service?.close();
});

async function unlocked(hash, origin = service.origin) {
  const view = await ConsolePage.open(browser, origin, { hash });
  await view.signIn();
  return view.unlock();
}

function numbered(count) {
  return Array.from({ length: count }, (_, at) => ({ PartitionKey: "p", RowKey: String(at).padStart(5, "0"), Number: at }));
}

test("a console that was not unlocked sends no write", async () => {
  await service.table("Locked", numbered(3));
  const view = await ConsolePage.open(browser, service.origin, { hash: "#/table/Locked" });
  await view.signIn();
  await view.text("complete").waitFor();
  const writes = [];
  view.page.on("request", (request) => request.method() !== "GET" && writes.push(request.url()));
  for (const name of ["Insert", "Change in place", "Delete"]) {
    assert.equal(await view.button(name).isDisabled(), true, name);
  }
  await view.go("#/tables");
  await view.button("Drop Locked").waitFor();
  for (const name of ["Create table", "Drop Locked"]) {
    assert.equal(await view.button(name).isDisabled(), true, name);
  }
  await view.unlock();
  assert.equal(await view.button("Drop Locked").isDisabled(), false);
  await view.button("Writing unlocked").click();
  assert.equal(await view.button("Drop Locked").isDisabled(), true);
  assert.deepEqual(writes, []);
  await view.close();
});

// Unlocks by the button that stands beside what waits for it, sees that it does not wait any more, and locks again.
async function unlocksBeside(view, name, action, within = view.page) {
  assert.equal(await action.isDisabled(), true, name);
  await within.getByRole("button", { name: "Unlock", exact: true }).first().click();
  await view.dialog("Unlock writing").getByRole("button", { name: "Unlock", exact: true }).click();
  await within.getByRole("button", { name: "Unlock", exact: true }).first().waitFor({ state: "detached" });
  assert.equal(await action.isDisabled(), false, name);
}

test("Unlock stands beside every action that waits for it", async () => {
  await service.table("Beside", numbered(3));
  await service.sendToQueues("PUT", "/beside");
  await service.send("PUT", "/Beside?comp=expiry", JSON.stringify({ property: "At" }));
  for (const [origin, hash, name] of [
    [service.origin, "#/tables", "Create table"],
    [service.origin, "#/table/Beside", "Insert"],
    [service.origin, "#/table/Beside?tab=design", "Declare an index"],
    [service.origin, "#/table/Beside?tab=design", "Remove the rule"],
    [service.origin, "#/consumers", "Create consumer"],
    [service.queueOrigin, "#/queues", "Create queue"],
    [service.queueOrigin, "#/queue/beside", "Put a message"],
  ]) {
    const view = await ConsolePage.open(browser, origin, { hash });
    await view.signIn();
    await view.button(name).waitFor();
    await unlocksBeside(view, name, view.button(name));
    await view.close();
  }
  const view = await ConsolePage.open(browser, service.origin, { hash: "#/table/Beside" });
  await view.signIn();
  await view.button("p").first().click();
  const editor = view.page.getByRole("dialog", { name: "p · 00000" });
  await editor.getByText("The console is read-only.").waitFor();
  await view.check("unlock-entity");
  await unlocksBeside(view, "Save", editor.getByRole("button", { name: "Save" }), editor);
  assert.equal(await editor.getByRole("button", { name: "Add a property" }).count(), 1, "the editor has lost its place");
  await view.close();
});

test("a reload locks the console and forgets the key", async () => {
  const view = await unlocked("#/tables");
  await view.page.reload();
  await view.button("Development account").waitFor();
  await view.signIn();
  assert.equal(await view.button("Writing unlocked").count(), 0);
  await view.close();
});

test("a table is created, and dropped after its name was typed", async () => {
  const view = await unlocked("#/tables");
  await view.button("Create table").click();
  await view.dialog("Create table").getByLabel("Name").fill("Made");
  await view.dialog("Create table").getByRole("button", { name: "Create" }).click();
  await view.text("The table is empty.").waitFor();
  assert.equal(await service.count("Made"), 0);
  await view.go("#/tables");
  await view.button("Drop Made").click();
  await view.check("drop-table");
  await view.confirm("Drop table", "Made", "Drop table");
  await view.text("Table Made dropped.").waitFor();
  await assert.rejects(service.count("Made"), /TableNotFound/);
  await view.close();
});

test("an entity of all eight types is inserted, read, changed and deleted without losing a type", async () => {
  await service.table("Typed");
  const view = await unlocked("#/table/Typed");
  await view.button("Insert").click();
  const dialog = view.page.getByRole("dialog", { name: "New entity in Typed" });
  await dialog.getByLabel("PartitionKey").fill("it's");
  await dialog.getByLabel("RowKey").fill("ü 1");
  const values = {
    String: "text",
    Int32: "-7",
    Int64: "9007199254740993",
    Double: "3",
    Boolean: "true",
    DateTime: "2026-01-02T03:04:05.1234567Z",
    Guid: "6fa459ea-ee8a-4ca4-894e-db77e160355e",
    Binary: "AAEC",
  };
  for (const [type, text] of Object.entries(values)) {
    await dialog.getByRole("button", { name: "Add a property" }).click();
    await dialog.getByLabel("Name").last().fill(`A${type}`);
    await dialog.getByLabel(`Type of A${type}`).selectOption(type);
    await (type === "Boolean" ? dialog.locator("select[aria-label='Value of ABoolean']").selectOption(text) : dialog.getByLabel(`Value of A${type}`).fill(text));
  }
  await view.check("entity-types");
  await dialog.getByRole("button", { name: "Insert" }).click();
  await view.text("1 entity").first().waitFor();
  const stored = await service.entity("Typed", "it''s", encodeURIComponent("ü 1"));
  assert.match(stored, /"AInt64@odata.type":"Edm.Int64","AInt64":"9007199254740993"/);
  assert.match(stored, /"ADouble":3\.0/);
  assert.match(stored, /"ADateTime":"2026-01-02T03:04:05.1234567Z"/);
  assert.match(stored, /"ABinary":"AAEC"/);

  await view.button("it's").click();
  const editor = view.page.getByRole("dialog", { name: "it's · ü 1" });
  await editor.getByLabel("Value of AInt32").fill("2147483648");
  await editor.getByText(/Expected a whole number from/).waitFor();
  await editor.getByRole("button", { name: "Save" }).click();
  await editor.getByText("AInt32 is not a whole number").waitFor();
  await editor.getByLabel("Value of AInt32").fill("8");
  await editor.getByRole("button", { name: "Save" }).click();
  await view.text(/saved\.$/).waitFor();
  const changed = await service.entity("Typed", "it''s", encodeURIComponent("ü 1"));
  const withoutVersion = (text) => text.replace(/"odata\.etag":"[^}]*?",(?="Part)/, "").replace(/"Timestamp":"[^"]*"/, "").replace(/"odata\.metadata":"[^"]*",/, "");
  assert.equal(withoutVersion(changed), withoutVersion(stored).replace('"AInt32":-7', '"AInt32":8'));

  await view.button("it's").click();
  await view.page.getByRole("dialog", { name: "it's · ü 1" }).getByRole("button", { name: "Delete" }).click();
  await view.confirm("Delete entity", "ü 1", "Delete");
  await view.text("The table is empty.").waitFor();
  assert.equal(await service.count("Typed"), 0);
  await view.close();
});

test("a field takes the dates that an import takes, and names what is none", async () => {
  await service.table("Dated", [{ PartitionKey: "p", RowKey: "r", "At@odata.type": "Edm.DateTime", At: "2020-01-01T00:00:00Z" }]);
  const view = await unlocked("#/table/Dated");
  const taken = {
    "2026-01-02": "2026-01-02T00:00:00Z",
    "2026-01-02T03:04": "2026-01-02T03:04:00Z",
    "2026-01-02 03:04:05": "2026-01-02T03:04:05Z",
    "2026-01-02T03:04:05.123456789Z": "2026-01-02T03:04:05.1234567Z",
    "2026-01-02T03:04:05+02:30": "2026-01-02T00:34:05Z",
    "2024-02-29": "2024-02-29T00:00:00Z",
  };
  for (const [text, stored] of Object.entries(taken)) {
    await view.button("p").click();
    const editor = view.page.getByRole("dialog", { name: "p · r" });
    await editor.getByLabel("Value of At").fill(text);
    await editor.getByRole("button", { name: "Save" }).click();
    await editor.waitFor({ state: "detached" });
    assert.equal(JSON.parse(await service.entity("Dated", "p", "r")).At, stored, text);
  }
  await view.button("p").click();
  const editor = view.page.getByRole("dialog", { name: "p · r" });
  for (const text of ["2026-02-29", "2026-13-01", "2026-01-02T24:00Z", "2026-01-02T03:60Z", "2026-01-02T03:04:05+2", "02.01.2026", "1600-12-31", "yesterday", ""]) {
    await editor.getByLabel("Value of At").fill(text);
    await editor.getByText(/^Expected a date, or a moment/).waitFor();
    await editor.getByRole("button", { name: "Save" }).click();
    await editor.getByRole("alert").getByText(/^At is not a date, or a moment/).waitFor();
  }
  await view.close();
});

test("raw JSON is edited, and a nested value is refused", async () => {
  await service.table("Raw", [{ PartitionKey: "p", RowKey: "r", Name: "a" }]);
  const view = await unlocked("#/table/Raw");
  await view.button("p").click();
  const dialog = view.page.getByRole("dialog", { name: "p · r" });
  await dialog.getByRole("button", { name: "Raw JSON" }).click();
  const raw = dialog.getByLabel("Properties as JSON");
  await raw.fill('{"Name":{"a":1}}');
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("A property is a text, a number, true or false.").waitFor();
  await raw.fill('{"Name":"b","Weight":2.0}');
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.match(await service.entity("Raw", "p", "r"), /"Name":"b","Weight":2\.0/);
  await view.close();
});

test("a conflict of versions shows three sides, and the result is written over the newest", async () => {
  await service.table("Shared", [{ PartitionKey: "p", RowKey: "r", Name: "read", Weight: 1, Place: "wood" }]);
  const view = await unlocked("#/table/Shared");
  await view.button("p").click();
  const dialog = view.page.getByRole("dialog", { name: "p · r" });
  await dialog.getByLabel("Value of Name").fill("mine");
  await dialog.getByLabel("Value of Weight").fill("2");
  await service.send("PUT", "/Shared(PartitionKey='p',RowKey='r')", JSON.stringify({ Name: "theirs", Weight: 1, Place: "town" }), { "If-Match": "*" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Somebody has changed this entity").waitFor();
  assert.match(await service.entity("Shared", "p", "r"), /"Name":"theirs"/);
  const name = dialog.getByRole("row", { name: /^Name read mine theirs/ });
  await name.waitFor();
  await dialog.getByRole("row", { name: /^Weight 1 2 1 you changed it/ }).waitFor();
  await dialog.getByRole("row", { name: /^Place wood wood town changed by others/ }).waitFor();
  assert.equal(await dialog.getByRole("button", { name: "Continue with the result" }).isDisabled(), true);
  await name.getByText("Yours").click();
  await view.check("conflict");
  await dialog.getByRole("button", { name: "Continue with the result" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const stored = JSON.parse(await service.entity("Shared", "p", "r"));
  assert.deepEqual([stored.Name, stored.Weight, stored.Place], ["mine", 2, "town"]);
  await view.close();
});

test("selected entities are deleted, and others stay", async () => {
  await service.table("Some", numbered(10));
  const view = await unlocked("#/table/Some");
  await view.text("complete").waitFor();
  await view.page.getByLabel("Select p 00003").check();
  await view.page.getByLabel("Select p 00004").check();
  await view.button("Delete").click();
  await view.confirm("Delete entities", "Some", "Delete");
  await view.text("2 entities deleted.").waitFor();
  assert.equal(await service.count("Some"), 8);
  await view.close();
});

test("all results of a query are deleted, also those that are not shown", async () => {
  await service.table("All", numbered(3000));
  const view = await unlocked("#/table/All?filter=Number ge 1000");
  await view.page.getByLabel("Select all results").check();
  await view.button("Delete").click();
  await view.check("delete-results");
  await view.confirm("Delete entities", "All", "Delete");
  await view.text("2,000 entities deleted.").waitFor();
  assert.equal(await service.count("All"), 1000);
  await view.close();
});

test("an index is declared and dropped, a rule of expiry set and removed", async () => {
  await service.table("Designed", numbered(20));
  const view = await unlocked("#/table/Designed?tab=design");
  await view.button("Declare an index").click();
  const declare = view.dialog("Declare an index");
  await declare.getByLabel("Name", { exact: true }).fill("byNumber");
  await declare.getByLabel(/^Properties/).fill("Number desc");
  await view.check("declare-index");
  await declare.getByRole("button", { name: "Declare" }).click();
  await view.heading(/byNumber/).waitFor();
  await view.button("Drop index byNumber").click();
  await view.confirm("Drop index", "byNumber", "Drop index");
  await view.text("No indexes").waitFor();
  await view.page.getByLabel("Property", { exact: true }).fill("ForgetAt");
  await view.button("Set").click();
  await view.text("Entities expire at ForgetAt").waitFor();
  await view.button("Remove the rule").click();
  await view.confirm("Remove the rule of expiry", "Designed", "Remove");
  await view.text("Entities do not expire.").waitFor();
  await view.close();
});

test("a consumer is created, reset and deleted", async () => {
  await service.table("Followed", numbered(2));
  const view = await unlocked("#/consumers");
  await view.button("Create consumer").click();
  const create = view.dialog("Create consumer");
  await create.getByLabel("Name", { exact: true }).fill("mail");
  await create.getByLabel(/^Table/).fill("Followed");
  await create.getByRole("button", { name: "Create" }).click();
  await view.page.getByRole("row", { name: /mail Followed active/ }).waitFor();
  await view.button("Reset mail").click();
  await view.confirm("Reset consumer", "mail", "Reset");
  await view.text("Consumer mail begins again.").waitFor();
  await view.button("Delete mail").click();
  await view.confirm("Delete consumer", "mail", "Delete");
  await view.text("No consumers").waitFor();
  await view.close();
});

test("a hidden message is shown with the moment from which it is visible", async () => {
  await service.sendToQueues("PUT", "/hiding");
  const view = await unlocked("#/queue/hiding", service.queueOrigin);
  await view.button("Put a message").click();
  await view.dialog("Put a message").getByLabel("Text").fill("taken by somebody");
  await view.dialog("Put a message").getByRole("button", { name: "Put" }).click();
  await view.text("taken by somebody").waitFor();
  await service.sendToQueues("GET", "/hiding/messages?visibilitytimeout=600");
  await view.button("Reload").click();
  await view.heading("No visible messages").waitFor();
  await view.heading("Hidden").waitFor();
  await view.text(/^visible from .* GMT$/).waitFor();
  await view.text("taken by somebody").waitFor();
  await view.check("queue-hidden");
  await view.close();
});

test("a large value is stored from a file, listed, downloaded without a change, replaced on purpose only, and deleted after its name was typed", async () => {
  await service.table("Files", [{ PartitionKey: "p", RowKey: "r 1" }, { PartitionKey: "p", RowKey: "r 1!" }, { PartitionKey: "p", RowKey: "r 2" }]);
  const content = Buffer.from(Uint8Array.from({ length: 3_000_000 }, (_, at) => (at * 7) % 251));
  const view = await unlocked("#/table/Files");
  await view.page.getByRole("row", { name: "r 1 ", exact: false }).first().waitFor();
  await view.button("p").first().click();
  const editor = view.page.getByRole("dialog", { name: "p · r 1" });
  await editor.getByText("A large value is a file").waitFor();
  await editor.getByLabel("File").setInputFiles({ name: 'a photo! "1".bin', mimeType: "image/x-owl", buffer: content });
  assert.equal(await editor.getByLabel("Name of the value").inputValue(), 'a photo! "1".bin');
  await editor.getByRole("button", { name: "Store" }).click();
  const stored = editor.getByRole("listitem").filter({ hasText: 'a photo! "1".bin' });
  await stored.getByText("2.86 MiB").waitFor();
  await stored.getByText("image/x-owl").waitFor();
  await view.check("values");
  const [download] = await Promise.all([view.page.waitForEvent("download"), stored.getByRole("button", { name: /^Download/ }).click()]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) {
    chunks.push(chunk);
  }
  assert.ok(Buffer.concat(chunks).equals(content), "the downloaded file differs from the stored one");
  await editor.getByLabel("File").setInputFiles({ name: 'a photo! "1".bin', mimeType: "text/plain", buffer: Buffer.from("short") });
  await editor.getByRole("button", { name: 'Replace a photo! "1".bin' }).click();
  await stored.getByText("5 B").waitFor();
  await stored.getByText("text/plain").waitFor();
  await editor.getByLabel("File").setInputFiles({ name: "other", mimeType: "text/plain", buffer: Buffer.from("mine") });
  await service.send("PUT", "/Files(PartitionKey='p',RowKey='r%201')/$value/other", "theirs", { "Content-Type": "text/plain" });
  await editor.getByRole("button", { name: "Store" }).click();
  await editor.getByRole("alert").getByText("UpdateConditionNotSatisfied").waitFor();
  assert.equal(await (await service.send("GET", "/Files(PartitionKey='p',RowKey='r%201')/$value/other")).text(), "theirs");
  await service.send("DELETE", "/Files(PartitionKey='p',RowKey='r%201')/$value/other");
  await stored.getByRole("button", { name: /^Delete/ }).click();
  await view.confirm("Delete value", 'a photo! "1".bin', "Delete");
  await editor.getByText("A large value is a file").waitFor();
  await view.close();
});

test("the rules of all queues are one request, and dead letters come from queues far down the list", async () => {
  const names = Array.from({ length: 120 }, (_, at) => `many-${String(at).padStart(3, "0")}`);
  await Promise.all(names.map((name) => service.sendToQueues("PUT", `/${name}`)));
  await service.sendToQueues("PUT", "/many-119?comp=deadletters&queue=many-000&maxdequeuecount=2");
  const view = await ConsolePage.open(browser, service.queueOrigin, { hash: "#/queues" });
  const rules = [];
  view.page.on("response", (answer) => /deadletters/.test(answer.url()) && rules.push(`${answer.status()} ${new URL(answer.url()).searchParams.get("comp")}`));
  await view.signIn();
  await view.button("Delete many-000").waitFor();
  await view.page.getByLabel("Queues that begin with").fill("many-11");
  await view.page.getByRole("row", { name: /^many-119 .*many-000 after 2/ }).waitFor();
  await view.go("#/queue/many-000");
  await view.text("Dead letters of").waitFor();
  await view.page.getByRole("link", { name: "many-119" }).waitFor();
  assert.deepEqual([...new Set(rules)], ["200 list"]);
  assert.ok(rules.length < 12, `${rules.length} requests`); // one for each letter that was typed
  await view.close();
  await Promise.all(names.map((name) => service.sendToQueues("DELETE", `/${name}`)));
});

test("a message that was given up is shown as a dead letter and requeued to where it came from", async () => {
  for (const path of ["/orders", "/orders-failed", "/orders?comp=deadletters&queue=orders-failed&maxdequeuecount=1"]) {
    await service.sendToQueues("PUT", path);
  }
  const view = await unlocked("#/queue/orders", service.queueOrigin);
  await view.button("Put a message").click();
  await view.dialog("Put a message").getByLabel("Text").fill("17");
  await view.dialog("Put a message").getByRole("button", { name: "Put", exact: true }).click();
  await view.text("1 message: 1 visible, 0 hidden").waitFor();
  await service.sendToQueues("GET", "/orders/messages?visibilitytimeout=1");
  await view.button("Reload").click();
  await view.text("1 message: 0 visible, 1 hidden").waitFor();
  await service.sendToQueues("GET", "/orders/messages?waitSeconds=5"); // takes none: the message has moved when it was due
  await view.go("#/queues");
  await view.page.getByRole("row", { name: /^orders 0 1 orders-failed after 1/ }).waitFor();
  await view.go("#/queue/orders-failed");
  await view.text("Dead letters of").waitFor();
  await view.button("Requeue").click();
  assert.equal(await view.dialog("Requeue messages").getByLabel("Into").inputValue(), "orders");
  await view.dialog("Requeue messages").getByRole("button", { name: "Requeue" }).click();
  await view.text("1 message moved to orders.").waitFor();
  await view.go("#/queue/orders");
  await view.page.locator(".message pre", { hasText: "17" }).waitFor();
  await view.close();
});

test("a queue is created and filled, dead letters are requeued, and it is cleared and deleted", async () => {
  const view = await unlocked("#/queues", service.queueOrigin);
  for (const name of ["work", "failed"]) {
    await view.go("#/queues");
    await view.button("Create queue").click();
    await view.dialog("Create queue").getByLabel("Name").fill(name);
    await view.dialog("Create queue").getByRole("button", { name: "Create" }).click();
    await view.heading(new RegExp(name)).waitFor();
  }
  for (const text of ["one & <two>", "three"]) {
    await view.button("Put a message").click();
    await view.dialog("Put a message").getByLabel("Text").fill(text);
    await view.dialog("Put a message").getByRole("button", { name: "Put", exact: true }).click();
    await view.page.locator(".message pre", { hasText: text }).waitFor();
  }
  await view.text("2 messages: 2 visible, 0 hidden").waitFor();
  await view.check("queue");
  await view.button("Requeue").click();
  await view.dialog("Requeue messages").getByLabel("Into").fill("work");
  await view.check("requeue");
  await view.dialog("Requeue messages").getByRole("button", { name: "Requeue" }).click();
  await view.text("2 messages moved to work.").waitFor();
  await view.text("No visible messages").waitFor();
  await view.go("#/queue/work");
  await view.page.locator(".message pre", { hasText: "one & <two>" }).waitFor();
  await view.button("Clear").click();
  await view.confirm("Clear queue", "work", "Clear");
  await view.text("No visible messages").waitFor();
  await view.go("#/queues");
  await view.button("Delete work").waitFor();
  await view.check("queues");
  await view.button("Delete work").click();
  await view.confirm("Delete queue", "work", "Delete queue");
  await view.button("Delete work").waitFor({ state: "detached" });
  await view.close();
});
