// What a person does with results: searches every text property, sorts by any column, and knows what an answer covers.

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

async function signedIn(hash) {
  return (await ConsolePage.open(browser, service.origin, { hash })).signIn();
}

// 2,000 entities of 30 text properties. The last entity alone has Late; the grid reads 300 before somebody scrolls.
function* wide() {
  for (let at = 0; at < 2000; at++) {
    const entity = { PartitionKey: "p", RowKey: String(at).padStart(6, "0"), Number: at };
    for (let column = 0; column < 30; column++) {
      entity[`Text${String(column).padStart(2, "0")}`] = column === 25 && at === 1500 ? "a Straße with a HAYSTACK" : `v${at}`;
    }
    if (at === 1999) {
      Object.assign(entity, { Late: "the Needle is here", "Id@odata.type": "Edm.Guid", Id: "6fa459ea-ee8a-4ca4-894e-db77e160355e" });
    }
    yield entity;
  }
}

async function search(view, words) {
  await view.page.getByLabel("Text contains").fill(words);
  await view.page.getByLabel("Text contains").press("Enter");
}

test("a search finds a word in a property that the grid has not seen, and in the 25th one", async () => {
  await service.table("Wide", wide());
  const view = await signedIn("#/table/Wide");
  await view.text("more to read").waitFor();
  for (const [words, key] of [["needle", "001999"], ["STRASSE", undefined], ["straße", "001500"], ["haystack", "001500"], ["001234", "001234"]]) {
    await search(view, words);
    await view.text("complete").waitFor();
    await view.text("2,000 scanned", { exact: true }).first().waitFor();
    assert.equal(await view.text(/An index .* would read less/).count(), 0, "an index is advised that would not be used");
    assert.equal(await view.page.locator("#row-0").count(), key === undefined ? 0 : 1, words);
    if (key) {
      await view.page.getByRole("row", { name: new RegExp(key) }).waitFor();
    }
  }
  await search(view, "6fa459ea");
  await view.text("No entity has “6fa459ea” in a text property.").waitFor();
  await view.close();
});

test("what was searched is what the link opens, what is exported and what is deleted", async () => {
  await service.table("Found", [
    ...Array.from({ length: 700 }, (_, at) => ({ PartitionKey: "p", RowKey: String(at), Plain: "nothing" })),
    { PartitionKey: "q", RowKey: "1", Rare: "x apple y", Number: 1 },
    { PartitionKey: "q", RowKey: "2", Other: "Apple", Number: 2 },
    { PartitionKey: "q", RowKey: "3", Other: "Apple", Number: 3 },
  ]);
  const first = await signedIn("#/table/Found?filter=Number lt 3");
  await search(first, "apple");
  await first.text("2 entities").first().waitFor();
  const hash = new URL(first.page.url()).hash;
  await first.close();

  const view = await signedIn(hash);
  await view.text("2 entities").first().waitFor();
  assert.equal(await view.page.getByLabel("Text contains").inputValue(), "apple");
  assert.equal(await view.page.getByRole("textbox", { name: "Filter" }).inputValue(), "Number lt 3");
  await view.button("Export").click();
  const dialog = view.dialog("Export");
  const [download] = await Promise.all([view.page.waitForEvent("download"), dialog.getByRole("button", { name: "Export", exact: true }).click()]);
  await dialog.getByText("2 entities saved.").waitFor();
  const chunks = [];
  for await (const chunk of await download.createReadStream()) {
    chunks.push(chunk);
  }
  const lines = Buffer.concat(chunks).toString("utf8").trim().split("\r\n");
  assert.deepEqual(lines.map((line) => line.replace(/\d{4}-[^,]*Z/, "T")), ["PartitionKey,RowKey,Timestamp,Rare,Number,Other", "q,1,T,x apple y,1,", "q,2,T,,2,Apple"]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await view.button("Code").click();
  await view.dialog("The same query as code").getByText(/"apple" in a text property/).waitFor();
  await view.page.keyboard.press("Escape");
  await view.unlock();
  await view.page.getByLabel("Select all results").check();
  await view.button("Delete").click();
  await view.dialog("Delete entities").getByText("“apple”").waitFor();
  await view.confirm("Delete entities", "Found", "Delete");
  await view.text("2 entities deleted.").waitFor();
  assert.equal(await service.count("Found"), 701);
  await view.close();
});

test("a search that finds nothing yet shows how far it is, and ends when somebody stops it", async () => {
  const view = await signedIn("#/tables");
  const seen = await view.page.evaluate(async () => {
    const { RowFeed } = await import("/console/grid/row-feed.js");
    const { matching } = await import("/console/protocol/search.js");
    let ended = 0;
    async function* stream(signal) {
      try {
        for (let row = 0; !signal.aborted; row++) {
          yield { text: "x", value: { PartitionKey: "p", RowKey: String(row), Text: "nothing" } };
        }
      } finally {
        ended++;
      }
    }
    const feed = new RowFeed((signal) => matching(stream(signal), "needle"), () => {}, 20);
    while (feed.scanned < 12_000) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const open = [feed.state, feed.rows.length, feed.columns.size];
    feed.cancel();
    while (ended === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return { open, state: feed.state };
  });
  assert.deepEqual(seen, { open: ["reading", 0, 0], state: "cancelled" });
  await view.close();
});

test("a search leaves the page time for those who want to stop it", async () => {
  const view = await signedIn("#/tables");
  const starved = await view.page.evaluate(async () => {
    const { matching } = await import("/console/protocol/search.js");
    let isStopped = false;
    async function* stream() {
      for (let row = 0; row < 1_000_000 && !isStopped; row++) {
        yield { text: "x", value: { PartitionKey: "p", RowKey: String(row), Text: "nothing" } };
      }
    }
    setTimeout(() => (isStopped = true), 10);
    let tested = 0;
    for await (const { value } of matching(stream(), "needle")) {
      tested = value.$tested;
    }
    if (!(tested > 0)) {
      throw new Error("nothing was told of the progress");
    }
    return !isStopped;
  });
  assert.equal(starved, false, "a million entities were tested before a timer of 10 ms");
  await view.close();
});

test("an answer that the service divides is read on, and complete only at its end", async () => {
  const view = await signedIn("#/tables");
  const seen = await view.page.evaluate(async () => {
    const { RowFeed } = await import("/console/grid/row-feed.js");
    const opened = [];
    async function* stream(signal, resume = "0") {
      opened.push(resume);
      const from = Number(resume);
      for (let row = from; row < from + 20; row++) {
        yield { text: "x", value: { PartitionKey: "p", RowKey: String(row) } };
      }
      yield { text: "", value: from === 40 ? { $end: { plan: "TABLE_SCAN", ranges: 1, scanned: 20, returned: 20 } } : { $more: { resume: String(from + 20), returned: 20 } } };
    }
    const feed = new RowFeed(stream, () => {}, 20);
    while (feed.isOpen) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return { opened, state: feed.state, keys: feed.rows.map(({ RowKey }) => Number(RowKey)), scanned: feed.report?.scanned };
  });
  assert.deepEqual(seen, { opened: ["0", "20", "40"], state: "complete", keys: Array.from({ length: 60 }, (_, at) => at), scanned: 60 });
  await view.close();
});

test("values sort by their type: numbers of any width, moments, texts by code unit, and what is missing comes last", async () => {
  const view = await signedIn("#/tables");
  const sorted = (type, values, descending = false) =>
    view.page.evaluate(
      async ([each, texts, down]) => {
        const { sortedRows } = await import("/console/grid/sorting.js");
        const rows = texts.map((value, at) => (value === null ? { RowKey: String(at) } : { RowKey: String(at), A: value, ...(each && { "A@odata.type": `Edm.${each}` }) }));
        return sortedRows(rows, { name: "A", descending: down }).map(({ RowKey }) => texts[Number(RowKey)]);
      },
      [type, values, descending],
    );
  assert.deepEqual(await sorted("", [10, 9, null, -1, 2.5]), [-1, 2.5, 9, 10, null]);
  assert.deepEqual(await sorted("", [10, 9, null, -1, 2.5], true), [10, 9, 2.5, -1, null]);
  const long = ["9007199254740993", "9007199254740992", "-9223372036854775808", "9223372036854775807", "9007199254740994"];
  assert.deepEqual(await sorted("Int64", long), [long[2], long[1], long[0], long[4], long[3]]);
  assert.deepEqual(await sorted("Double", ["NaN", 1e300, "-Infinity", "Infinity", 0]), ["-Infinity", 0, 1e300, "Infinity", "NaN"]);
  const moments = ["2026-01-02T03:04:05.1Z", "2026-01-02T03:04:05Z", "2026-01-02T03:04:05.09Z", "1999-12-31T23:59:59Z"];
  assert.deepEqual(await sorted("DateTime", moments), [moments[3], moments[1], moments[2], moments[0]]);
  assert.deepEqual(await sorted("", ["b", "a", "B", "Ä", "\u{1F600}", "\uFF21", "", "a b"]), ["", "B", "a", "a b", "b", "Ä", "\u{1F600}", "\uFF21"]);
  assert.deepEqual(await sorted("Binary", ["AQ==", "+w==", "fw==", "AQA="]), ["AQ==", "AQA=", "fw==", "+w=="]);
  assert.deepEqual(await sorted("Guid", ["F0000000-0000-0000-0000-000000000000", "a0000000-0000-0000-0000-000000000000"]), ["a0000000-0000-0000-0000-000000000000", "F0000000-0000-0000-0000-000000000000"]);
  assert.deepEqual(await sorted("", ["text", true, 7, false]), [false, true, 7, "text"]);
  const mixed = await view.page.evaluate(async () => {
    const { sortedRows } = await import("/console/grid/sorting.js");
    const rows = [{ A: "9007199254740993", "A@odata.type": "Edm.Int64" }, { A: 9007199254740992, "A@odata.type": "Edm.Double" }, { A: 3 }, { A: "x" }, { A: "2", "A@odata.type": "Edm.Int64" }];
    return sortedRows(rows, { name: "A", descending: false }).map(({ A }) => A);
  });
  assert.deepEqual(mixed, ["2", 3, 9007199254740992, "9007199254740993", "x"]);
  await view.close();
});

async function sortBy(view, name) {
  await view.page.getByRole("columnheader", { name: new RegExp(`^${name}`) }).getByRole("button").click();
}

function firstRowHas(view, text) {
  return view.page.waitForFunction((wanted) => document.querySelector("#row-0")?.textContent.includes(wanted), text);
}

test("a head sorts a complete answer by a property without an index, and without asking the service", async () => {
  const names = ["delta", "Alpha", "charlie", undefined, "bravo"];
  await service.table("Sorted", names.map((Name, at) => ({ PartitionKey: "p", RowKey: `key${at}`, ...(Name && { Name }), "Size@odata.type": "Edm.Int64", Size: String(100 - at) })));
  await service.send("PUT", "/Sorted?comp=index&name=some", JSON.stringify({ properties: [{ name: "Name" }], where: "Size gt 97L" }));
  const view = await signedIn("#/table/Sorted");
  await view.text("complete").waitFor();
  const asked = [];
  view.page.on("request", (request) => asked.push(request.url()));
  await sortBy(view, "Name");
  await firstRowHas(view, "Alpha");
  await view.text("sorted by Name, ascending").waitFor();
  assert.match(await view.page.locator("#row-4").innerText(), /key3/, "what is missing comes last");
  assert.equal(await view.page.getByRole("columnheader", { name: /^Name/ }).getAttribute("aria-sort"), "ascending");
  await sortBy(view, "Name");
  await firstRowHas(view, "delta");
  await view.check("sorted");
  assert.match(await view.page.locator("#row-4").innerText(), /key3/, "what is missing comes last");
  await sortBy(view, "Name");
  await firstRowHas(view, "key0");
  await sortBy(view, "Size");
  await firstRowHas(view, "key4");
  assert.deepEqual(asked, []);
  await sortBy(view, "PartitionKey");
  await firstRowHas(view, "key0");
  assert.equal(await view.text(/sorted by/).count(), 0);
  await view.close();
});

test("a sort of an answer that is not complete says so, and covers everything after it was read", async () => {
  await service.table("Partly", Array.from({ length: 2000 }, (_, at) => ({ PartitionKey: "p", RowKey: String(at).padStart(6, "0"), Number: at })));
  const view = await signedIn("#/table/Partly");
  await view.text("more to read").waitFor();
  await sortBy(view, "Number");
  await sortBy(view, "Number");
  await view.text("only what is loaded is sorted by Number, descending").waitFor();
  await view.button("Read all").click();
  await view.text("sorted by Number, descending", { exact: true }).waitFor();
  await firstRowHas(view, "001999");
  await view.text("2,000 entities").first().waitFor();
  await view.close();
});

test("of more changes than the page keeps, it says which are shown", async () => {
  await service.table("Changing", Array.from({ length: 620 }, (_, at) => ({ PartitionKey: "p", RowKey: String(at).padStart(4, "0") })));
  const view = await signedIn("#/changes?table=Changing&from=beginning");
  await view.text("Following · 620 changes, the latest 500 are shown").waitFor();
  assert.equal(await view.page.getByRole("button", { name: /p · / }).count(), 500);
  assert.match(await view.page.locator(".changes time").first().getAttribute("title"), /^\d{4}-\d\d-\d\dT/);
  await view.close();
});
