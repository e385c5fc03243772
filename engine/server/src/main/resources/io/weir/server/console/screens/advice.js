// The service's advice on tables, with its evidence.

import { html } from "../vendor/preact-htm.js";
import { count, plural, seconds } from "../core/format.js";
import { useLoad } from "../core/load.js";
import { link } from "../core/router.js";
import { Copy } from "../parts/copy.js";
import { Empty, Failure, Loading } from "../parts/notice.js";
import { readAdvice } from "../protocol/tables.js";

export function Advice({ client }) {
  const { data, failure, loading, again } = useLoad((signal) => readAdvice(client, signal), [client]);
  return html`<div class="page">
    <header class="title">
      <h1>Advice</h1>
      <button type="button" onClick=${again}>Reload</button>
    </header>
    ${data &&
    html`<p class="quiet">${data.observing ? `From one of ${data.every} requests and every costly answer of the last ${seconds(data.seconds)}.` : "The service does not observe requests (--observe off)."}</p>`}
    <${Failure} failure=${failure} again=${again} />
    ${loading && !data && html`<${Loading} what="advice" />`}
    ${data?.advice.length === 0 && html`<${Empty} title="No advice">Nothing that the service has seen calls for a change.<//>`}
    ${data?.advice.map((piece) => html`<${Piece} piece=${piece} />`)}
  </div>`;
}

function Piece({ piece }) {
  const evidence = Object.entries(piece.evidence).filter(([, value]) => value !== "");
  return html`<article class="card advice">
    <h2><a href=${link(["table", piece.table])}>${piece.table}</a> <span class="tag">${words(piece.kind)}</span></h2>
    <p>${piece.finding}</p>
    <p><strong>${piece.action}</strong></p>
    ${piece.commands.map((command) => html`<div class="command"><code>${command}</code><${Copy} text=${command} /></div>`)}
    <details>
      <summary>${plural(evidence.length, "piece")} of evidence</summary>
      <dl class="evidence">${evidence.map(([name, value]) => html`<dt>${words(name)}</dt><dd>${typeof value === "number" ? count(value) : value}</dd>`)}</dl>
    </details>
  </article>`;
}

function words(name) {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
