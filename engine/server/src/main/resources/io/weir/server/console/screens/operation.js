// The service as its operator sees it: versions, the settings it runs with, and the end of its log.

import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { clock, count } from "../core/format.js";
import { useLoad } from "../core/load.js";
import { Failure } from "../parts/notice.js";
import { readStatus } from "../protocol/status.js";

const PERIOD_MILLIS = 5000;

export function Operation({ client }) {
  const { data, failure, again } = useLoad((signal) => readStatus(client, signal), [client]);
  const [onlyGiven, setOnlyGiven] = useState(false);
  const isTold = data !== null;
  useEffect(() => {
    const timer = isTold ? setInterval(again, PERIOD_MILLIS) : undefined;
    return () => clearInterval(timer);
  }, [isTold]);
  if (!data) {
    return html`<${Failure} failure=${failure} again=${again} />
      ${data === null && html`<p class="quiet">Configuration and log are told to the key of the operator's account only.</p>`}`;
  }
  const settings = data.settings.filter(({ origin }) => !onlyGiven || origin !== "default");
  return html`<${Failure} failure=${failure} again=${again} />
    <section aria-labelledby="log">
      <h2 id="log">Log</h2>
      ${data.log.length === 0 && html`<p class="quiet">No line since the start.</p>`}
      <ol class="log" tabindex="0" aria-labelledby="log">${data.log.toReversed().map((line) => html`<${Line} line=${line} />`)}</ol>
    </section>
    <section aria-labelledby="configuration">
      <header class="title">
        <h2 id="configuration">Configuration</h2>
        <label class="check"><input type="checkbox" checked=${onlyGiven} onChange=${(event) => setOnlyGiven(event.target.checked)} /><span>Without defaults</span></label>
      </header>
      <p class="quiet">Since ${new Date(data.started).toLocaleString("en-GB")} · ${data.versions.map(({ name, version }) => `${name} ${version}`).join(" · ")}</p>
      <table class="list">
        <thead><tr><th>Option</th><th>Value</th><th>From</th></tr></thead>
        <tbody>${settings.map((setting) => html`<tr key=${setting.name}><td><code>${setting.name}</code></td><td class="setting">${valueOf(setting)}</td><td>${setting.origin}</td></tr>`)}</tbody>
      </table>
      <p class="quiet small">${count(settings.length)} of ${count(data.settings.length)} options</p>
    </section>`;
}

function valueOf({ value, secret, origin }) {
  if (secret) {
    return html`<span class="quiet">${origin === "default" ? "not given" : "given, not shown"}</span>`;
  }
  return value === null ? html`<span class="quiet">none</span>` : value;
}

// Returns the time of the day, and the date unless it is today's.
function timeOf(date) {
  return date.toDateString() === new Date().toDateString() ? clock(date) : date.toLocaleString("en-GB");
}

function Line({ line }) {
  return html`<li data-level=${line.level}><time datetime=${line.at} title=${line.at}>${timeOf(new Date(line.at))}</time> <strong>${line.level}</strong> <span class="quiet">${line.logger}</span> <span class="text">${line.text}</span></li>`;
}
