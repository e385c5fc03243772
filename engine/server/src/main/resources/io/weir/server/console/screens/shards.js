// Shards and loops: what each costs, live, and the hottest partitions.

import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { bytes, count, millis, seconds } from "../core/format.js";
import { link } from "../core/router.js";
import { session } from "../core/session.js";
import { useStore } from "../core/store.js";
import { COLUMNS, HeatMap } from "../parts/heat-map.js";
import { Empty, Failure, Loading, say } from "../parts/notice.js";
import { isAbort } from "../protocol/failure.js";
import { moveShard, ratesOf, readShards } from "../protocol/shards.js";

const PERIOD_MILLIS = 2000;

export function Shards({ client }) {
  const { rates, heat, columns, failure } = useLooks(client);
  return html`<div class="page">
    <header class="title"><h1>Shards</h1>${heat && html`<p class="quiet">${count(heat.moves)} moved since the start</p>`}</header>
    <${Failure} failure=${failure} />
    ${!rates && !failure && html`<${Loading} what="shards" />`}
    ${rates && html`<${Loops} loops=${rates.loops} />`}
    ${rates &&
    html`<figure class="chart">
      <figcaption><strong>Time that shards take of their loops</strong><span>a row each, the last ${seconds((COLUMNS * PERIOD_MILLIS) / 1000)}</span></figcaption>
      <${HeatMap} columns=${columns} label=${`Busiest: ${busiest(rates.shards)}`} />
    </figure>`}
    ${rates && html`<${Table} client=${client} rates=${rates} />`}
    ${heat && html`<${Partitions} partitions=${heat.partitions} />`}
  </div>`;
}

// Asks every two seconds while the page is visible.
function useLooks(client) {
  const [state, setState] = useState({ columns: [] });
  const older = useRef();
  useEffect(() => {
    const control = new AbortController();
    let timer;
    const look = async () => {
      if (document.visibilityState === "visible") {
        try {
          const heat = await readShards(client, control.signal);
          const rates = older.current && ratesOf(older.current, heat);
          older.current = heat;
          setState(({ columns }) => ({ heat, rates, columns: rates ? [...columns, rates.shards.map(({ busy }) => busy)].slice(-COLUMNS) : columns }));
        } catch (failure) {
          if (isAbort(failure)) {
            return;
          }
          older.current = undefined;
          setState((old) => ({ ...old, failure }));
        }
      }
      timer = setTimeout(look, PERIOD_MILLIS);
    };
    look();
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [client]);
  return state;
}

function busiest(shards) {
  const { shard, busy } = shards.reduce((one, other) => (other.busy > one.busy ? other : one));
  return `shard ${shard}, ${percent(busy)} of a core`;
}

const percent = (share) => `${(share * 100).toFixed(1)} %`;
const number = (value) => count(Math.round(value));

function Loops({ loops }) {
  return html`<dl class="numbers">${loops.map(({ loop, busy }) => html`<div><dt>loop ${loop}</dt><dd>${percent(busy)}</dd></div>`)}</dl>`;
}

const HEADINGS = ["Busy", "Wait of a turn", "Reads a second", "Commands a second", "Written a second", "Write, p99", "Waiting", "Stored"];

function Table({ client, rates }) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Shards">
    <table class="list">
      <thead><tr>
        <th scope="col">Shard</th><th scope="col">Loop</th>
        ${HEADINGS.map((heading) => html`<th scope="col" class="number">${heading}</th>`)}
      </tr></thead>
      <tbody>${rates.shards.map((shard) => html`<${Row} key=${shard.shard} client=${client} shard=${shard} loops=${rates.loops} />`)}</tbody>
    </table>
  </div>`;
}

function Row({ client, shard, loops }) {
  return html`<tr>
    <th scope="row">${shard.shard}</th>
    <td><${Place} client=${client} shard=${shard} loops=${loops} /></td>
    <td class="number">${percent(shard.busy)}</td>
    <td class="number">${millis(shard.waitMillis)}</td>
    <td class="number">${number(shard.reads)}</td>
    <td class="number">${number(shard.commands)}</td>
    <td class="number">${bytes(shard.writtenBytes)}</td>
    <td class="number">${millis(shard.writeMillis)}</td>
    <td class="number">${number(shard.waiting)}</td>
    <td class="number">${bytes(shard.storedBytes)}</td>
  </tr>`;
}

// The loop of a shard, and while writing is unlocked the choice of another.
function Place({ client, shard: { shard, loop }, loops }) {
  const { unlocked } = useStore(session);
  if (!unlocked || loops.length === 1) {
    return loop;
  }
  const move = (event) => {
    const to = Number(event.target.value);
    moveShard(client, shard, to).then(
      () => say(`Shard ${shard} runs on loop ${to} from its next turn on.`),
      (failure) => say(failure.message),
    );
  };
  return html`<select aria-label="Loop of shard ${shard}" value=${loop} onChange=${move}>
    ${loops.map(({ loop: each }) => html`<option value=${each}>${each}</option>`)}
  </select>`;
}

function Partitions({ partitions }) {
  return html`<section aria-labelledby="hot">
    <h2 id="hot">Partitions with most requests</h2>
    ${partitions.length === 0 && html`<${Empty} title="None yet">The service counts one of 64 requests, of the last hour at most.<//>`}
    ${partitions.length > 0 &&
    html`<div class="scroll" tabindex="0" role="region" aria-label="Partitions with most requests">
      <table class="list">
        <thead><tr><th scope="col">Table</th><th scope="col">PartitionKey</th><th scope="col" class="number">Shard</th><th scope="col" class="number">Reads</th><th scope="col" class="number">Writes</th></tr></thead>
        <tbody>${partitions.map(
          ({ table, partitionKey, shard, reads, writes }) => html`<tr>
            <td>${table}</td>
            <th scope="row"><a href=${link(["table", table], { filter: `PartitionKey eq '${partitionKey.replaceAll("'", "''")}'` })}>${partitionKey === "" ? "(empty)" : partitionKey}</a></th>
            <td class="number">${shard}</td>
            <td class="number">${count(reads)}</td>
            <td class="number">${count(writes)}</td>
          </tr>`,
        )}</tbody>
      </table>
    </div>`}
  </section>`;
}
