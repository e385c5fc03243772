// The operations of a change in place, a row for each property.

import { html } from "../vendor/preact-htm.js";
import { fault, textOf } from "../protocol/edm.js";
import { OPERATIONS } from "../protocol/change.js";
import { START, Value } from "./fields.js";

// Returns the first operation: on a known property of an entity, or on one that a person names.
export function firstOperation(row, name, types) {
  const type = types.get(name);
  if (type === undefined) {
    return operationOn("", "add", "Int32");
  }
  const operation = ["add", "max"].find((each) => OPERATIONS[each].types.includes(type)) ?? "set";
  const begun = operationOn(name, operation, type);
  return operation === "add" || row?.[name] === undefined ? begun : { ...begun, text: textOf(row, name) };
}

function operationOn(name, operation, type) {
  return { name, operation, type, text: operation === "add" ? "1" : (START[type] ?? ""), separator: "" };
}

// Returns the operation with a type that it takes: that of the property if it is known, else its own.
function fitted(operation, types) {
  const able = OPERATIONS[operation.operation].types;
  const type = [types.get(operation.name), operation.type, able[0]].find((each) => able.includes(each)) ?? operation.type;
  return typed(operation, type);
}

// A text that is no value of the new type begins anew.
function typed(operation, type) {
  const isOther = type !== operation.type && fault(type, operation.text);
  return { ...operation, type, text: isOther ? (START[type] ?? "") : operation.text };
}

// operations: {name, operation, type, text, separator} each. types: those of known properties by name.
export function ChangeRows({ operations, types, onChange }) {
  const change = (at, next) => onChange(operations.map((operation, index) => (index === at ? next : operation)));
  return html`<div class="properties" role="group" aria-label="Operations">
    <datalist id="known-properties">${[...types.keys()].map((name) => html`<option value=${name} />`)}</datalist>
    <div class="fields">
      ${operations.map(
        (operation, at) => html`<${ChangeRow}
          key=${at}
          operation=${operation}
          types=${types}
          onChange=${(next) => change(at, next)}
          onRemove=${operations.length > 1 && (() => onChange(operations.filter((other) => other !== operation)))}
        />`,
      )}
    </div>
    <button type="button" class="plain" onClick=${() => onChange([...operations, operationOn("", "add", "Int32")])}>Add an operation</button>
  </div>`;
}

function ChangeRow({ operation, types, onChange, onRemove }) {
  const { name, type, text, separator } = operation;
  const { types: able, list } = OPERATIONS[operation.operation];
  const wrong = able.length > 0 ? fault(type, text) : "";
  const refit = (next) => onChange(fitted({ ...operation, ...next }, types));
  return html`<div class="operation" data-wrong=${wrong !== ""}>
    <input aria-label="Property" class="name" list="known-properties" value=${name} maxlength="255" spellcheck=${false} placeholder="Property" onInput=${(event) => refit({ name: event.target.value })} />
    <select aria-label="Operation on ${name}" value=${operation.operation} onChange=${(event) => refit({ operation: event.target.value })}>
      ${Object.entries(OPERATIONS).map(([each, { title }]) => html`<option value=${each}>${title}</option>`)}
    </select>
    ${able.length > 0 &&
    html`<select class="type" aria-label="Type of ${name}" value=${type} onChange=${(event) => onChange(typed(operation, event.target.value))}>
        ${able.map((each) => html`<option value=${each}>${each}</option>`)}
      </select>
      <${Value} name=${name} type=${type} text=${text} onInput=${(next) => onChange({ ...operation, text: next })} />`}
    ${list && type === "String" && html`<input class="separator" aria-label="Separator of the list ${name}" value=${separator} maxlength="16" spellcheck=${false} placeholder="List separator" onInput=${(event) => onChange({ ...operation, separator: event.target.value })} />`}
    ${onRemove && html`<button type="button" class="plain icon" aria-label="Remove the row of ${name}" onClick=${onRemove}>✕</button>`}
    ${wrong && html`<p class="mistake">Expected ${wrong}.</p>`}
  </div>`;
}
