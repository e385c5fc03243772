// One table: its entities by a query, its indexes and its rule of expiry.

import { html, useState } from "../vendor/preact-htm.js";
import { link } from "../core/router.js";
import { Data } from "./data.js";
import { Design } from "./design.js";

const TABS = [
  ["data", "Entities"],
  ["design", "Indexes and expiry"],
];

export function Table({ client, about, options }) {
  const [name] = about;
  const [tab, setTab] = useState(options.tab === "design" ? "design" : "data");
  return html`<div class="page fill">
    <header class="title">
      <h1><a href=${link(["tables"])}>Tables</a> <span aria-hidden="true">/</span> ${name}</h1>
      <div role="tablist" aria-label="Parts of the table" class="tabs">
        ${TABS.map(
          ([id, title]) => html`<button
            type="button"
            role="tab"
            id="tab-${id}"
            aria-selected=${tab === id}
            aria-controls="panel"
            tabindex=${tab === id ? 0 : -1}
            onClick=${() => setTab(id)}
            onKeyDown=${(event) => turn(event, tab, setTab)}
          >${title}</button>`,
        )}
      </div>
    </header>
    <section id="panel" class="panel" role="tabpanel" aria-labelledby="tab-${tab}">
      ${tab === "data" ? html`<${Data} client=${client} table=${name} options=${options} />` : html`<${Design} client=${client} table=${name} />`}
    </section>
  </div>`;
}

function turn(event, tab, setTab) {
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    const next = tab === "data" ? "design" : "data";
    setTab(next);
    document.getElementById(`tab-${next}`).focus();
  }
}
