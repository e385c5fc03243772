// Modules of the console alone, run by the browser from the service that serves them, and compared with that service.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ConsolePage, launch } from "./browser.mjs";
import { ACCOUNT, KEY, Service } from "./service.mjs";

let service;
let browser;
let view;

before(async () => {
  [service, browser] = await Promise.all([Service.create(), launch()]);
  await service.table("Birds");
  view = await ConsolePage.open(browser, service.origin);
});

after(async () => {
  await view?.close();
  await browser?.close();
  await service?.close();
});

// Calls a function of a module in the page.
function call(module, name, ...values) {
  return view.page.evaluate(
    async ([path, exported, list]) => {
      const found = await import(`/console/${path}`);
      return found[exported](...list);
    },
    [module, name, values],
  );
}

const RIGHT = [
  "",
  "A eq 1",
  "A eq 'it''s' and not (B lt 1.5e3 or C ge 12L)",
  "1 eq A",
  "true",
  "A ne NaN",
  "A gt -INF",
  "A eq datetime'2026-01-02T03:04:05Z' or B eq guid'6fa459ea-ee8a-4ca4-894e-db77e160355e' or C eq X'00ff'",
  "startswith(PartitionKey,'a') and contains(tolower(Name),'x')",
  "substringof('x',Name) eq true",
  "length(Name) gt 3",
  "not not (A eq 1)",
  "Größe eq 1",
  "A",
  "not A and B eq 1",
  "(A) or not (B)",
  "A eq datetime'2026-01-02'",
];

const WRONG = [
  "A and and",
  "A B",
  "eq",
  "length(A)",
  "A eq",
  "A eq B",
  "A = 1",
  "A eq 1 B eq 2",
  "A eq 'open",
  "(A eq 1",
  "A eq 1)",
  "and A eq 1",
  "A eq 1 and",
  "A eq 12x",
  "A eq date'2026'",
  "startswith(A 'x')",
  "startswith(A,1)",
  "length(A gt 3",
  "A  eq  ,",
];

test("the page accepts what the service accepts, and finds mistakes at the same character", async () => {
  for (const filter of RIGHT) {
    assert.equal(await call("filter/parser.js", "mistakeIn", filter), undefined, filter);
    assert.equal(await refusal(filter), undefined, filter);
  }
  for (const filter of WRONG) {
    const found = await call("filter/parser.js", "mistakeIn", filter);
    assert.deepEqual({ filter, at: found?.at }, { filter, at: await refusal(filter) });
  }
});

// Returns the offset at which the service refuses a filter.
async function refusal(filter) {
  try {
    await service.send("GET", `/Birds()?$filter=${encodeURIComponent(filter)}`);
    return undefined;
  } catch (failure) {
    return Number(/filterOffset=(\d+)/.exec(failure.message)?.[1]);
  }
}

test("completion offers names, then operators, then literals of the type, then and", async () => {
  const offer = async (filter) =>
    view.page.evaluate(async (text) => {
      const { completionAt } = await import("/console/filter/completion.js");
      return completionAt(text, text.length, new Map([["Name", "String"], ["Weight", "Double"]])).items.map((item) => item.text);
    }, filter);
  assert.deepEqual((await offer("We"))[0], "Weight");
  assert.deepEqual((await offer("Weight "))[0], "eq");
  assert.deepEqual(await offer("Weight eq "), ["0.0"]);
  assert.deepEqual(await offer("Weight eq 1 "), ["and", "or"]);
  assert.deepEqual(await offer("Name eq 'and "), []);
  assert.deepEqual((await offer("startswith("))[0], "Name");
});

test("a Double without a fraction is told from an Int32, also in texts that look like JSON", async () => {
  const text = '{"A":3.0,"B":3,"C":"\\"D\\":4.0,","E":1e3,"F":0.5}';
  const entity = await call("protocol/json.js", "readJson", text);
  assert.deepEqual(entity, { A: 3, "A@odata.type": "Edm.Double", B: 3, C: '"D":4.0,', E: 1000, "E@odata.type": "Edm.Double", F: 0.5 });
});

test("CSV quotes what needs it, and tells an absent cell from an empty text", async () => {
  assert.equal(await call("protocol/csv.js", "csvLine", ["a", 'b"c', "d,e", "f\ng", ""]), 'a,"b""c","d,e","f\ng",""\r\n');
  const row = (entity) =>
    view.page.evaluate(async (each) => {
      const { csvRow } = await import("/console/protocol/csv.js");
      return csvRow(each, new Set(["A", "B"]));
    }, entity);
  assert.equal(await row({ A: "x" }), "x,\r\n");
  await assert.rejects(row({ A: "x", C: 1 }), /The property C has come while the table was read. Export again./);
});

test("a merge keeps what others changed, what I changed, and the chosen side of a conflict", async () => {
  const field = (name, text) => ({ name, type: "String", text });
  const base = [field("A", "1"), field("B", "1"), field("C", "1"), field("D", "1")];
  const mine = [field("A", "2"), field("B", "1"), field("C", "2")];
  const theirs = [field("A", "1"), field("B", "3"), field("C", "3"), field("D", "1"), field("E", "3")];
  const lines = await call("screens/merge.js", "differences", base, mine, theirs);
  assert.deepEqual(
    lines.map(({ name, state }) => `${name} ${state}`),
    ["A mine", "B theirs", "C conflict", "D mine", "E theirs"],
  );
  const result = await call("screens/merge.js", "merged", theirs, lines, { C: "mine" });
  assert.deepEqual(
    result.map(({ name, text }) => `${name}=${text}`),
    ["A=2", "B=3", "C=2", "E=3"],
  );
});

test("a feed that nobody reads lets its stream go, and continues after the last token", async () => {
  const seen = await view.page.evaluate(async () => {
    const { RowFeed } = await import("/console/grid/row-feed.js");
    const opened = [];
    const left = [];
    async function* stream(signal, resume) {
      opened.push(resume ?? "beginning");
      try {
        for (let row = resume === undefined ? 0 : Number(resume); row < 1000; row++) {
          if (row > 0 && row % 250 === 0) {
            yield { text: "", value: { $progress: { resume: String(row), scanned: row - Number(resume ?? 0) } } };
          }
          yield { text: "x", value: { PartitionKey: "p", RowKey: String(row) } };
        }
        const count = 1000 - Number(resume ?? 0);
        yield { text: "", value: { $end: { plan: "TABLE_SCAN", ranges: 1, scanned: count, returned: count } } };
      } finally {
        left.push(resume ?? "beginning");
      }
    }
    const until = async (holds) => {
      while (!holds()) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const feed = new RowFeed(stream, () => {}, 20);
    await until(() => left.length === 1);
    const waiting = [feed.state, feed.rows.length];
    feed.look(400);
    await until(() => left.length === 2);
    feed.look(5000);
    await until(() => feed.state === "complete");
    const wrong = feed.rows.findIndex((row, at) => row.RowKey !== String(at));
    return { opened, waiting, rows: feed.rows.length, wrong, scanned: feed.scanned, report: feed.report };
  });
  assert.deepEqual(seen, {
    opened: ["beginning", "250", "500"],
    waiting: ["waiting", 300],
    rows: 1000,
    wrong: -1,
    scanned: 1000,
    report: { plan: "TABLE_SCAN", ranges: 1, scanned: 1000, returned: 1000 },
  });
});

test("a continued stream of the service repeats no row and loses none", async () => {
  await service.table("Ordered", Array.from({ length: 3000 }, (_, at) => ({ PartitionKey: `p${at % 5}`, RowKey: String(at), Number: at })));
  await service.send("PUT", "/Ordered?comp=index&name=byNumber", JSON.stringify({ properties: [{ name: "Number" }], withMissing: true }));
  while (!(await (await service.send("GET", "/Ordered?comp=index&name=byNumber")).text()).includes('"readable"')) {
    // its backfill takes a moment
  }
  const seen = await view.page.evaluate(async ([account, key]) => {
    const { sharedKey } = await import("/console/protocol/credentials.js");
    const { Client } = await import("/console/protocol/client.js");
    const { streamEntities } = await import("/console/protocol/entities.js");
    const { RowFeed } = await import("/console/grid/row-feed.js");
    const client = new Client(await sharedKey(account, "tables", key), () => false, () => {});
    const tokens = [];
    let ended = 0;
    async function* stream(signal, resume) {
      tokens.push(resume);
      try {
        yield* streamEntities(client, "Ordered", { filter: "", order: "Number", resume }, signal);
      } finally {
        ended++;
      }
    }
    const feed = new RowFeed(stream, () => {}, 1);
    for (const row of [1, 700, 1500, 2900]) {
      const before = ended;
      feed.look(row);
      while (ended === before) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
    return { tokens: new Set(tokens).size, state: feed.state, rows: feed.rows.length, wrong: feed.rows.findIndex(({ Number: number }, at) => number !== at) };
  }, [ACCOUNT, KEY]);
  assert.ok(seen.tokens > 1, "no stream was continued after a token");
  assert.deepEqual({ ...seen, tokens: 0 }, { tokens: 0, state: "complete", rows: 3000, wrong: -1 });
});

test("rates and quantiles come from two scrapes", async () => {
  const numbers = await view.page.evaluate(async () => {
    const { parseMetrics, quantile, rate } = await import("/console/screens/metrics.js");
    const scrape = (low, high) =>
      parseMetrics(
        `# HELP t\nt_bucket{operation="A",le="0.001"} ${low}\nt_bucket{operation="A",le="0.01"} ${low + high}\nt_bucket{operation="A",le="+Inf"} ${low + high}\nt_count{operation="A"} ${low + high}\n`,
      );
    const older = scrape(10, 0);
    const newer = scrape(100, 10);
    return [rate(older, newer, 2000, "t_count"), quantile(older, newer, "t", 0.5), quantile(older, newer, "t", 0.99), quantile(newer, newer, "t", 0.5)];
  });
  assert.deepEqual(numbers, [50, 1, 10, null]);
});
