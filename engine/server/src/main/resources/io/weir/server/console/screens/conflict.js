// A conflict of versions in three columns: read, mine, stored now. A person chooses a side for each property that both changed.

import { html, useState } from "../vendor/preact-htm.js";
import { differences, merged } from "./merge.js";

const STATES = { mine: "you changed it", theirs: "changed by others", same: "both made the same change", conflict: "both changed it" };

export function Conflict({ base, mine, theirs, onResolve, onClose }) {
  const lines = differences(base, mine, theirs);
  const [choices, setChoices] = useState({});
  const open = lines.filter(({ name, state }) => state === "conflict" && !choices[name]);
  return html`<div class="conflict">
    <p class="banner" role="alert">Somebody has changed this entity since you read it. Nothing was written. Choose for each property that both of you changed.</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Differences">
      <table class="list">
        <thead><tr><th scope="col">Property</th><th scope="col">Read</th><th scope="col">Yours</th><th scope="col">Stored now</th><th scope="col">Result</th></tr></thead>
        <tbody>
          ${lines.map(
            (line) => html`<tr data-state=${line.state}>
              <th scope="row">${line.name}</th>
              <td>${shown(line.base)}</td>
              <td>${shown(line.mine)}</td>
              <td>${shown(line.theirs)}</td>
              <td>${line.state === "conflict"
                ? html`<${Choice} name=${line.name} value=${choices[line.name]} onChoose=${(side) => setChoices({ ...choices, [line.name]: side })} />`
                : STATES[line.state]}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <footer>
      <button type="button" onClick=${onClose}>Discard mine</button>
      <button type="button" class="primary" disabled=${open.length > 0} onClick=${() => onResolve(merged(theirs, lines, choices))}>Continue with the result</button>
    </footer>
  </div>`;
}

function shown(field) {
  return field ? html`<code title=${field.type}>${field.text || "(empty)"}</code>` : html`<span class="quiet">absent</span>`;
}

function Choice({ name, value, onChoose }) {
  return html`<fieldset class="choice" aria-label="Result of ${name}">
    <label><input type="radio" name="choice-${name}" checked=${value === "mine"} onChange=${() => onChoose("mine")} /><span>Yours</span></label>
    <label><input type="radio" name="choice-${name}" checked=${value === "theirs"} onChange=${() => onChoose("theirs")} /><span>Stored</span></label>
  </fieldset>`;
}
