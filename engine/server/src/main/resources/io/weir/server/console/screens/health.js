// The health of the service: readiness, rates, times, the log, memory, shards, configuration.

import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { bytes, count, millis } from "../core/format.js";
import { Chart } from "../parts/chart.js";
import { Failure, Loading } from "../parts/notice.js";
import { publicPage } from "../protocol/client.js";
import { sum } from "./metrics.js";
import { Operation } from "./operation.js";
import { Scrapes } from "./scrapes.js";

const READY_MILLIS = 5000;

export function Health({ client }) {
  const [drawn, setDrawn] = useState(0);
  const scrapes = useRef();
  useEffect(() => {
    scrapes.current = new Scrapes(() => setDrawn((old) => old + 1));
    return () => scrapes.current.stop();
  }, []);
  const { times, series, latest, failure } = scrapes.current ?? {};
  return html`<div class="page" data-drawn=${drawn}>
    <header class="title"><h1>Health</h1><${Ready} /></header>
    <${Failure} failure=${failure} />
    ${!latest && !failure && html`<${Loading} what="metrics" />`}
    ${latest && html`<${Numbers} metrics=${latest} />`}
    ${latest &&
    html`<div class="charts">
      <${Chart} title="Requests a second" times=${times} format=${number} series=${[{ title: "reads", values: series.reads }, { title: "others", values: series.writes }]} />
      <${Chart} title="Time of a request, at most" times=${times} format=${time} series=${[{ title: "half", values: series.p50 }, { title: "99 %", values: series.p99 }]} />
      <${Chart} title="Log, each second" times=${times} format=${number} series=${[{ title: "records", values: series.records }, { title: "forces", values: series.forces }]} />
      <${Chart} title="Memory" times=${times} format=${mebibytes} series=${[{ title: "heap", values: series.heap }, { title: "buffers", values: series.buffers }]} />
    </div>`}
    ${latest && html`<${Shards} metrics=${latest} />`}
    <${Operation} client=${client} />
  </div>`;
}

const number = (value) => (value === null ? "–" : count(Math.round(value * 10) / 10));
const time = (value) => (value === null ? "–" : millis(value));
const mebibytes = (value) => (value === null ? "–" : `${count(Math.round(value))} MiB`);

function Ready() {
  const [page, setPage] = useState();
  useEffect(() => {
    const control = new AbortController();
    const ask = () =>
      publicPage("/health/ready", control.signal).then(setPage, () => control.signal.aborted || setPage({ status: 0, text: "no answer" }));
    ask();
    const timer = setInterval(ask, READY_MILLIS);
    return () => {
      control.abort();
      clearInterval(timer);
    };
  }, []);
  return html`<p class="ready" role="status" data-ready=${page?.status === 200}>${page?.text.trim() ?? "asking"}</p>`;
}

function Numbers({ metrics }) {
  const facts = [
    ["requests in progress", count(sum(metrics, "weir_requests_in_flight"))],
    ["change feeds", count(sum(metrics, "weir_feeds"))],
    ["entities expired", count(sum(metrics, "weir_entities_expired_total"))],
    ["joint commits", count(sum(metrics, "weir_joint_commits_total"))],
    ["log durable to", count(sum(metrics, "weir_log_durable_position"))],
    ["checkpoint at", count(sum(metrics, "weir_checkpoint_position"))],
    ["loop lag", millis(Math.max(0, ...(metrics.get("weir_loop_lag_seconds") ?? []).map(({ value }) => value * 1000)))],
    ["disk", bytes(sum(metrics, "weir_shard_disk_bytes"))],
  ];
  return html`<dl class="numbers">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

// A cell for each shard: its height of colour is its share of the fullest, its border warns of a waiting queue.
function Shards({ metrics }) {
  const pages = [...(metrics.get("weir_shard_page_bytes") ?? [])].sort((one, other) => one.labels.shard - other.labels.shard);
  const most = Math.max(1, ...pages.map(({ value }) => value));
  const depth = new Map((metrics.get("weir_shard_queue_depth") ?? []).map(({ labels, value }) => [labels.shard, value]));
  return html`<section aria-labelledby="shards">
    <h2 id="shards">Shards</h2>
    <ol class="shards">
      ${pages.map(({ labels, value }) => html`<li data-waiting=${depth.get(labels.shard) > 0} style=${{ "--share": value / most }}>
        <strong>${labels.shard}</strong><span>${bytes(value)}</span><span>${count(depth.get(labels.shard) ?? 0)} waiting</span>
      </li>`)}
    </ol>
  </section>`;
}
