// Changes in place: of a chosen cell and of an entity, refused in words, sent again when the answer is lost; and what the service sums up.

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

async function unlocked(hash, options) {
  const view = await ConsolePage.open(browser, service.origin, { hash, ...options });
  await view.signIn();
  await view.text("complete").waitFor();
  return view.unlock();
}

function cell(view, row, name) {
  return view.page.locator(`#row-${row} [data-name=${name}]`);
}

// Opens the dialog for a cell.
async function change(view, row, name) {
  await cell(view, row, name).click();
  await view.button("Change in place").click();
  return view.dialog("Change in place");
}

async function send(dialog) {
  await dialog.getByRole("button", { name: "Change", exact: true }).click();
}

async function stored(table, partitionKey = "p", rowKey = "r") {
  return JSON.parse(await service.entity(table, partitionKey, rowKey));
}

// Fills the newest operation of the dialog.
async function operate(dialog, name, operation, type, value, separator) {
  await dialog.getByLabel("Property", { exact: true }).last().fill(name);
  await dialog.getByLabel(`Operation on ${name}`).last().selectOption({ label: operation });
  if (type) {
    await dialog.getByLabel(`Type of ${name}`).last().selectOption(type);
    await dialog.getByLabel(`Value of ${name}`).last().fill(value);
  }
  if (separator) {
    await dialog.getByLabel(`Separator of the list ${name}`).last().fill(separator);
  }
}

test("a chosen cell is changed in place, and its row shows the entity after it without another query", async () => {
  await service.table("Cells", [
    { PartitionKey: "p", RowKey: "q", Seen: 1 },
    { PartitionKey: "p", RowKey: "r", Seen: 3, Name: "Athena" },
  ]);
  const view = await unlocked("#/table/Cells");
  const queries = [];
  view.page.on("request", (request) => /Cells\(\)/.test(request.url()) && queries.push(request.url()));
  const dialog = await change(view, 1, "Seen");
  assert.deepEqual(
    await Promise.all(["PartitionKey", "RowKey", "Property", "Operation on Seen", "Type of Seen", "Value of Seen"].map((label) => dialog.getByLabel(label, { exact: true }).inputValue())),
    ["p", "r", "Seen", "add", "Int32", "1"],
  );
  await service.send("MERGE", "/Cells(PartitionKey='p',RowKey='r')", JSON.stringify({ Seen: 10, Seen2: true }), { "If-Match": "*" });
  await send(dialog);
  await dialog.waitFor({ state: "detached" });
  await view.text("Entity p · r changed: Seen is 11.").waitFor();
  await cell(view, 1, "Seen").getByText("11", { exact: true }).waitFor();
  await cell(view, 1, "Seen2").getByText("true").waitFor();
  assert.equal(await cell(view, 0, "Seen").innerText(), "1");
  assert.deepEqual(queries, []);
  assert.deepEqual([(await stored("Cells")).Seen, (await stored("Cells")).Name], [11, "Athena"]);
  await view.close();
});

test("each operation changes its property, in one change under a condition", async () => {
  await service.table("Operations", [
    {
      PartitionKey: "p",
      RowKey: "r",
      Seen: 3,
      "Large@odata.type": "Edm.Int64",
      Large: "9007199254740993",
      Low: 2.5,
      "Last@odata.type": "Edm.DateTime",
      Last: "2026-01-01T00:00:00Z",
      Note: "late",
      Tags: "red,old,blue",
      Old: "x",
      First: "kept",
    },
  ]);
  const view = await unlocked("#/table/Operations");
  const dialog = await change(view, 0, "Seen");
  await dialog.getByLabel("Value of Seen").fill("-2");
  for (const operation of [
    ["Large", "add", "Int64", "1"],
    ["Low", "min", "Double", "1.5"],
    ["Last", "max", "DateTime", "2026-02-01"],
    ["Note", "append", "String", " and wet"],
    ["Tags", "remove from", "String", "old", ","],
    ["First", "set if absent", "String", "lost"],
    ["Second", "set if absent", "String", "new"],
    ["Name", "set", "String", 'a "b"'],
    ["Old", "remove"],
  ]) {
    await dialog.getByRole("button", { name: "Add an operation" }).click();
    await operate(dialog, ...operation);
  }
  await dialog.getByLabel("Only if").fill("Seen ge 3 and Note eq 'late'");
  await view.check("change-in-place");
  await send(dialog);
  await dialog.waitFor({ state: "detached" });
  const { Seen, Large, Low, Last, Note, Tags, First, Second, Name, Old } = await stored("Operations");
  assert.deepEqual(
    [Seen, Large, Low, Last, Note, Tags, First, Second, Name, Old],
    [1, "9007199254740994", 1.5, "2026-02-01T00:00:00Z", "late and wet", "red,blue", "kept", "new", 'a "b"', undefined],
  );
  const again = await change(view, 0, "Tags");
  await operate(again, "Tags", "append", "String", "green", ",");
  await send(again);
  await cell(view, 0, "Tags").getByText("red,blue,green").waitFor();
  await view.close();
});

test("a refusal says why in words, and nothing is changed", async () => {
  await service.table("Refused", [{ PartitionKey: "p", RowKey: "r", Seen: 2147483647, Name: "Athena", Low: 1.5 }]);
  const before = await stored("Refused");
  const view = await unlocked("#/table/Refused");
  const dialog = await change(view, 0, "Seen");
  const refusal = dialog.getByRole("alert");
  await send(dialog);
  await refusal.getByText("OutOfRangeInput Seen: the sum leaves the range of Int32. Nothing was changed.").waitFor();
  await dialog.getByLabel("Value of Seen").fill("0");
  await dialog.getByLabel("Only if").fill("Name eq 'Minerva'");
  await send(dialog);
  await refusal.getByText("The condition does not hold for the stored entity. Nothing was changed.").waitFor();
  await view.check("change-refused");
  await dialog.getByLabel("Only if").fill("Name eq");
  await send(dialog);
  await dialog.getByText(/^Character 8: /).waitFor();
  await dialog.getByLabel("Only if").fill("");
  await operate(dialog, "Name", "add", "Int32", "1");
  await send(dialog);
  await refusal.getByText("Name is stored as String, and the value of add is Int32. Choose a type that fits. Nothing was changed.").waitFor();
  await operate(dialog, "Low", "min", "Double", "NaN");
  await send(dialog);
  await refusal.getByText("Low: min takes finite numbers only. Nothing was changed.").waitFor();
  await operate(dialog, "Name", "append", "String", "x".repeat(32_768));
  await send(dialog);
  await refusal.getByText("Name would have more than 32768 characters. Nothing was changed.").waitFor();
  await operate(dialog, "Name", "remove from", "String", "a");
  await send(dialog);
  await refusal.getByText("Name: name the separator between the elements of the list.").waitFor();
  await dialog.getByLabel("Separator of the list Name").fill(",");
  await dialog.getByRole("button", { name: "Add an operation" }).click();
  await send(dialog);
  await refusal.getByText("Name the property of “add”.").waitFor();
  await operate(dialog, "Name", "remove");
  await send(dialog);
  await refusal.getByText("Name has two operations. A change has one for each property.").waitFor();
  await dialog.getByRole("button", { name: "Remove the row of Name" }).last().click();
  await operate(dialog, "Seen", "add", "Int32", "1.5");
  await dialog.getByText("Expected a whole number.").waitFor();
  await send(dialog);
  await refusal.getByText("Seen is not a whole number.").waitFor();
  assert.deepEqual(await stored("Refused"), before);
  await service.send("DELETE", "/Refused(PartitionKey='p',RowKey='r')", undefined, { "If-Match": "*" });
  await dialog.getByLabel("Value of Seen").fill("1");
  await send(dialog);
  await refusal.getByText("No entity with these keys is stored. Correct the keys, or let the change create it. Nothing was changed.").waitFor();
  await view.close();
});

test("a value that grows long while a person types keeps the focus and the caret", async () => {
  const long = "a value that has more characters than one line of the dialog shows";
  await service.table("Growing", [{ PartitionKey: "p", RowKey: "r", Name: "" }]);
  const view = await unlocked("#/table/Growing");
  const dialog = await change(view, 0, "Name");
  await operate(dialog, "Name", "append", "String", "");
  const value = dialog.getByLabel("Value of Name");
  await value.pressSequentially(long);
  await value.press("ArrowLeft");
  await value.pressSequentially("!");
  const state = () => value.evaluate((field) => [field.localName, field === document.activeElement, field.value]);
  assert.deepEqual(await state(), ["textarea", true, `${long.slice(0, -1)}!${long.at(-1)}`]);
  await value.fill("short");
  assert.deepEqual(await state(), ["input", true, "short"]);
  await view.close();
});

test("a pasted text keeps its line ends", async () => {
  await service.table("Pasted", [{ PartitionKey: "p", RowKey: "r", Name: "" }]);
  const view = await unlocked("#/table/Pasted");
  const dialog = await change(view, 0, "Name");
  await operate(dialog, "Name", "set", "String", "[]");
  const value = dialog.getByLabel("Value of Name");
  await value.press("ArrowLeft");
  await value.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "one\r\ntwo");
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await value.pressSequentially("!");
  assert.equal(await value.inputValue(), "[one\ntwo!]");
  await send(dialog);
  await dialog.waitFor({ state: "detached" });
  assert.equal((await stored("Pasted")).Name, "[one\ntwo!]");
  await view.close();
});

test("an entity that nobody has stored is created from defaults, and shown", async () => {
  await service.table("Created", [{ PartitionKey: "a", RowKey: "1" }]);
  const view = await unlocked("#/table/Created");
  await view.button("Change in place").click();
  const dialog = view.dialog("Change in place");
  await dialog.getByLabel("PartitionKey").fill("it's");
  await dialog.getByLabel("RowKey").fill("ü 1");
  await operate(dialog, "Stock", "add", "Int64", "-1");
  await dialog.getByLabel("Only if").fill("Stock ge 1");
  await dialog.getByLabel("Only if").press("Escape"); // closes the completions and not the dialog
  await dialog.getByLabel("Create the entity if none is stored").check();
  const defaults = dialog.getByRole("group", { name: "It begins with" });
  await defaults.getByRole("button", { name: "Add a property" }).click();
  await defaults.getByLabel("Name").fill("Stock");
  await defaults.getByLabel("Type of Stock").selectOption("Int64");
  await defaults.getByLabel("Value of Stock").fill("10");
  await view.check("change-creates");
  await send(dialog);
  await view.page.getByRole("row", { name: /it's ü 1 .* 9$/ }).waitFor();
  assert.match(await service.entity("Created", "it''s", encodeURIComponent("ü 1")), /"Stock@odata.type":"Edm.Int64","Stock":"9"/);
  await view.close();
});

// Answers the first sendings of changes by the handlers, in their order, and lets the others pass. Returns the bodies of all.
async function intercept(view, ...handlers) {
  const bodies = [];
  await view.page.route("**/*", (route) => {
    if (route.request().method() !== "PATCH") {
      return route.continue();
    }
    bodies.push(route.request().postData());
    return handlers[bodies.length - 1]?.(route) ?? route.continue();
  });
  return bodies;
}

// Lets the service carry a change out, and nobody hears of it.
async function loseAnswer(route) {
  await route.fetch();
  await route.abort();
}

test("a change whose answers are lost is sent again with its token, and counts once", async () => {
  await service.table("Lost", [{ PartitionKey: "p", RowKey: "r", Seen: 5 }]);
  const view = await unlocked("#/table/Lost");
  let goOn;
  const shown = new Promise((resolve) => (goOn = resolve));
  const bodies = await intercept(view, loseAnswer, async (route) => {
    await shown;
    await loseAnswer(route);
  });
  const dialog = await change(view, 0, "Seen");
  await send(dialog);
  await dialog.getByText("No answer yet. The same change is sent again.").waitFor();
  await view.check("change-repeats");
  goOn();
  await view.text("Entity p · r changed: Seen is 6.").waitFor();
  assert.equal(bodies.length, 3);
  assert.match(bodies[0], /"weir\.token":"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"/);
  assert.deepEqual(new Set(bodies).size, 1);
  await send(await change(view, 0, "Seen"));
  await view.text("Entity p · r changed: Seen is 7.").waitFor();
  assert.notEqual(bodies[3], bodies[0], "another change has the token of the first");
  await view.close();
});

test("a repeat that the service refuses before it looks leaves the outcome unknown, one that it evaluates does not", async () => {
  await service.table("Unknown", [{ PartitionKey: "p", RowKey: "r", Seen: 5 }]);
  const view = await unlocked("#/table/Unknown");
  const refuse = (route) => route.fulfill({ status: 403, headers: { "x-ms-error-code": "AuthorizationPermissionMismatch" }, body: '{"odata.error":{"message":{"value":"You may not."}}}' });
  const busy = (route) => route.fulfill({ status: 503, headers: { "x-ms-error-code": "ServerBusy" }, body: '{"odata.error":{"message":{"value":"Later."}}}' });
  const bodies = await intercept(view, refuse, busy, loseAnswer, busy, refuse, (route) => route.abort());
  const dialog = await change(view, 0, "Seen");
  const alert = dialog.getByRole("alert");
  await send(dialog);
  await alert.getByText("AuthorizationPermissionMismatch You may not.").waitFor();
  await send(dialog);
  await alert.getByText("ServerBusy Later.").waitFor();
  assert.equal(bodies.length, 2, "a refusal was sent again");
  await send(dialog);
  await alert.getByText("It is not known whether the change was carried out. Look at the entity before you send it again. The last answer was: You may not.").waitFor();
  assert.equal(bodies.length, 5);
  assert.equal((await stored("Unknown")).Seen, 6);
  await dialog.getByLabel("Only if").fill("Seen eq 5");
  await send(dialog);
  await alert.getByText("The condition does not hold for the stored entity. Nothing was changed.").waitFor();
  assert.equal(bodies.length, 7);
  assert.equal((await stored("Unknown")).Seen, 6);
  await view.close();
});

test("a repeat that is refused with a status of the evaluation, and not by it, leaves the outcome unknown", async () => {
  const view = await ConsolePage.open(browser, service.origin);
  const seen = await view.page.evaluate(async () => {
    const { changeEntity } = await import("/console/protocol/change.js");
    const { Refused, Unreachable } = await import("/console/protocol/failure.js");
    const operations = [{ name: "N", operation: "add", type: "Int32", text: "1", separator: "" }];
    const outcomeOf = async (...failures) => {
      const client = {
        async send() {
          throw failures.shift();
        },
      };
      const failure = await changeEntity(client, "T", { partitionKey: "p", rowKey: "r" }, { operations }, { signal: new AbortController().signal, onRepeat: () => {} }).catch((thrown) => thrown);
      return failure.name;
    };
    return Promise.all([
      outcomeOf(new Unreachable(), new Refused(400, "", "a proxy's")),
      outcomeOf(new Unreachable(), new Refused(409, "TableBeingDeleted", "")),
      outcomeOf(new Unreachable(), new Refused(412, "", "")),
      outcomeOf(new Unreachable(), new Refused(400, "OutOfRangeInput", "")),
      outcomeOf(new Unreachable(), new Refused(409, "UniqueIndexViolation", "")),
      outcomeOf(new Refused(400, "", "a proxy's")),
    ]);
  });
  assert.deepEqual(seen, ["OutcomeUnknown", "OutcomeUnknown", "OutcomeUnknown", "Refused", "Refused", "Refused"]);
  await view.close();
});

test("a dialog that is closed while a change is under way says that its outcome is unknown", async () => {
  await service.table("Closed", [{ PartitionKey: "p", RowKey: "r", Seen: 5 }]);
  const view = await unlocked("#/table/Closed");
  await intercept(view, () => new Promise(() => {}));
  const dialog = await change(view, 0, "Seen");
  await send(dialog);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await view.text("It is not known whether p · r was changed.").waitFor();
  await dialog.waitFor({ state: "detached" });
  assert.equal((await stored("Closed")).Seen, 5);
  await view.close();
});

test("a change is sent again for a minute in all", async () => {
  const view = await ConsolePage.open(browser, service.origin);
  const seen = await view.page.evaluate(async () => {
    const { changeEntity } = await import("/console/protocol/change.js");
    const { Unreachable } = await import("/console/protocol/failure.js");
    const began = performance.now();
    let passed = 0;
    performance.now = () => began + passed;
    const bodies = [];
    const client = {
      async send({ body }) {
        bodies.push(body);
        passed += 29_500;
        throw new Unreachable();
      },
    };
    const operations = [{ name: "N", operation: "add", type: "Int32", text: "1", separator: "" }];
    const failure = await changeEntity(client, "T", { partitionKey: "p", rowKey: "r" }, { operations }, { signal: new AbortController().signal, onRepeat: () => (passed += 500) }).catch((thrown) => thrown);
    return { name: failure.name, sendings: bodies.length, bodies: new Set(bodies).size };
  });
  assert.deepEqual(seen, { name: "OutcomeUnknown", sendings: 2, bodies: 1 });
  await view.close();
});

test("the keyboard chooses a cell and changes it, and comes back to the grid", async () => {
  await service.table("Keyed", [
    { PartitionKey: "p", RowKey: "q", Name: "a", Seen: 1 },
    { PartitionKey: "p", RowKey: "r", Name: "b", Seen: 2 },
  ]);
  const view = await unlocked("#/table/Keyed");
  const grid = view.page.getByRole("grid");
  await grid.focus();
  await grid.press("ArrowDown");
  for (let columns = 0; columns < 6; columns++) {
    await grid.press("ArrowRight"); // one more than there are
  }
  const active = await grid.getAttribute("aria-activedescendant");
  assert.equal(await view.page.locator(`#${active}`).getAttribute("data-name"), "Seen");
  await grid.press("ArrowLeft");
  await grid.press("F2");
  const dialog = view.dialog("Change in place");
  assert.deepEqual([await dialog.getByLabel("Operation on Name").inputValue(), await dialog.getByLabel("Value of Name").inputValue()], ["set", "b"]);
  await view.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await view.page.keyboard.press("ArrowRight");
  await view.page.keyboard.press("F2");
  await dialog.getByLabel("Value of Seen").press("Enter");
  await view.text("Entity p · r changed: Seen is 3.").waitFor();
  await dialog.waitFor({ state: "detached" });
  assert.equal(await view.page.evaluate(() => document.activeElement.getAttribute("role")), "grid");
  await view.close();
});

test("the editor leads to a change in place unless it holds edits", async () => {
  await service.table("Edited", [{ PartitionKey: "p", RowKey: "r", Name: "a" }]);
  const view = await unlocked("#/table/Edited", { width: 360, height: 720 });
  await view.button("p").click();
  const editor = view.page.getByRole("dialog", { name: "p · r" });
  const way = editor.getByRole("button", { name: "Change in place" });
  await editor.getByLabel("Value of Name").fill("b");
  assert.equal(await way.isDisabled(), true);
  await editor.getByLabel("Value of Name").fill("a");
  await way.click();
  const dialog = view.dialog("Change in place");
  await operate(dialog, "Name", "append", "String", "c", "|");
  await view.check("change-in-place-narrow");
  await send(dialog);
  await view.text("Entity p · r changed: Name is a|c.").waitFor();
  await view.close();
});

test("a sorted grid shows a changed row at its new place", async () => {
  await service.table("Sorted", [
    { PartitionKey: "p", RowKey: "1", Seen: 1 },
    { PartitionKey: "p", RowKey: "2", Seen: 2 },
    { PartitionKey: "p", RowKey: "3", Seen: 3 },
  ]);
  const view = await unlocked("#/table/Sorted");
  await view.page.getByRole("columnheader", { name: /Seen/ }).getByRole("button").click();
  await view.text("sorted by Seen, ascending").waitFor();
  const dialog = await change(view, 0, "Seen");
  await dialog.getByLabel("Value of Seen").fill("5");
  await send(dialog);
  await cell(view, 2, "Seen").getByText("6", { exact: true }).waitFor();
  assert.equal(await view.page.locator("[data-name][data-active=true]").count(), 0, "another entity is chosen");
  await view.close();
});

test("a console that is locked shows the dialog and sends nothing", async () => {
  await service.table("Locked", [{ PartitionKey: "p", RowKey: "r", Seen: 1 }]);
  const view = await ConsolePage.open(browser, service.origin, { hash: "#/table/Locked" });
  await view.signIn();
  await view.text("complete").waitFor();
  assert.equal(await view.button("Change in place").isDisabled(), true);
  const grid = view.page.getByRole("grid");
  await grid.focus();
  await grid.press("F2");
  const dialog = view.dialog("Change in place");
  assert.equal(await dialog.getByRole("button", { name: "Change", exact: true }).isDisabled(), true);
  await dialog.getByLabel("Property", { exact: true }).fill("Seen");
  await dialog.getByLabel("Value of Seen").press("Enter");
  await dialog.getByRole("button", { name: "Unlock", exact: true }).click();
  await view.dialog("Unlock writing").getByRole("button", { name: "Unlock", exact: true }).click();
  assert.equal((await stored("Locked")).Seen, 1);
  await send(dialog);
  await view.text("Entity p · r changed: Seen is 2.").waitFor();
  await view.close();
});

test("a chosen column is summed up by the service, of all that the filter selects", async () => {
  await service.table(
    "Sums",
    Array.from({ length: 700 }, (_, at) => ({ PartitionKey: "p", RowKey: String(at).padStart(4, "0"), Sum: at, Name: `n${at % 3}`, Ringed: true })),
  );
  const view = await ConsolePage.open(browser, service.origin, { hash: "#/table/Sums?filter=Sum ge 100" });
  await view.signIn();
  await view.page.locator("#row-0").waitFor();
  assert.equal(await view.page.getByRole("button", { name: /^Sum up/ }).count(), 0);
  await cell(view, 0, "Sum").click();
  await view.button("Sum up Sum").click();
  await view.text("Sum of 600 entities: sum 239700, average 399.5, least 100, greatest 699").waitFor();
  await view.check("summed-up");
  await cell(view, 0, "Name").click();
  await view.button("Sum up Name").click();
  await view.text("Name of 600 entities: least n0, greatest n2").waitFor();
  const filter = view.page.getByRole("textbox", { name: "Filter" });
  await filter.fill("Sum ge 699");
  await filter.press("Enter");
  await view.text("1 entity").first().waitFor();
  assert.equal(await view.text("of 600 entities").count(), 0, "the answer to another filter is still shown");
  await view.close();
});
