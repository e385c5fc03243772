// Keys: g and a letter goes to a view, / to the filter, ? shows this list.

import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { Dialog } from "./dialog.js";

const GO_MILLIS = 1500;

export function Shortcuts({ entries, onGo }) {
  const [shown, setShown] = useState(false);
  const views = entries.filter((name) => name !== "table" && name !== "queue");
  useEffect(() => {
    let goingSince = 0;
    const press = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector("dialog[open]")) {
        return;
      }
      const isGoing = event.timeStamp - goingSince < GO_MILLIS;
      goingSince = event.key === "g" ? event.timeStamp : 0;
      const view = isGoing && views.find((name) => name[0] === event.key);
      if (view) {
        onGo(view);
      } else if (event.key === "/") {
        event.preventDefault();
        document.querySelector("[data-first-field]")?.focus();
      } else if (event.key === "?") {
        setShown(true);
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [entries.join()]);
  return shown && html`<${Keys} views=${views} onClose=${() => setShown(false)} />`;
}

function isTyping(target) {
  return target.matches?.("input, textarea, select, [contenteditable]");
}

function Keys({ views, onClose }) {
  const keys = [
    ...views.map((name) => [`g ${name[0]}`, `go to ${name}`]),
    ["/", "to the filter or the search field"],
    ["Enter", "run the filter, open the entity"],
    ["↑ ↓ Page Home End", "move in a grid"],
    ["← →", "choose a cell of the row"],
    ["F2", "change the chosen cell in place"],
    ["Space", "select the entity"],
    ["Escape", "close what is open, cancel a running query"],
    ["?", "this list"],
  ];
  return html`<${Dialog} title="Keys" onClose=${onClose}>
    <dl class="keys">${keys.map(([key, meaning]) => html`<dt><kbd>${key}</kbd></dt><dd>${meaning}</dd>`)}</dl>
  <//>`;
}
