// The field of a filter: colours, completion by keyboard, and the first mistake at its character.

import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { completionAt } from "./completion.js";
import { tokensOf } from "./lexer.js";
import { OPERATORS, TESTS, VALUES, mistakeIn } from "./parser.js";

const NOTHING = { from: 0, to: 0, items: [] };
const WORDS = new Set([...OPERATORS, ...TESTS, ...VALUES, "and", "or", "not"]);

// refused: {filter, offset, message} of the service's answer. onRun is called with the text. isFirst: whether / leads to this field.
export function FilterEditor({ id, label = "Filter", example = "PartitionKey eq 'Owls' and Weight lt 0.5", isFirst, value, onInput, onRun, columns, refused }) {
  const field = useRef(null);
  const [offer, setOffer] = useState(NOTHING);
  const [picked, setPicked] = useState(0);
  const [isLeft, setLeft] = useState(true);
  const mistake = mistakeOf(value, refused);
  const shownMistake = mistake && (isLeft || mistake.at < value.trimEnd().length) ? mistake : undefined;
  const suggest = (text, cursor) => {
    setOffer(completionAt(text, cursor, columns));
    setPicked(0);
  };
  const accept = (item) => {
    const inside = item.text.endsWith("'") && item.text.length < 3 ? 1 : 0;
    const cursor = offer.from + item.text.length - inside;
    // At once: a cursor that is set later would jump back from what was typed meanwhile.
    field.current.setRangeText(item.text, offer.from, offer.to);
    field.current.setSelectionRange(cursor, cursor);
    onInput(field.current.value);
    setOffer(NOTHING);
  };
  const press = (event) => {
    const act = keyAction(event, { offer, picked, setPicked, accept, close: () => setOffer(NOTHING), run: () => onRun(value), suggest: () => suggest(value, field.current.selectionStart) });
    if (act) {
      event.preventDefault();
      event.stopPropagation();
      act();
    }
  };
  useEffect(() => fit(field.current), [value]);
  return html`<div class="filter">
    <label for=${id}>${label}</label>
    <div class="editor" data-wrong=${shownMistake !== undefined}>
      <pre aria-hidden="true"><${Coloured} text=${value} mistake=${shownMistake} /></pre>
      <textarea
        id=${id}
        ref=${field}
        rows="1"
        data-first-field=${isFirst}
        spellcheck=${false}
        autocapitalize="off"
        autocomplete="off"
        placeholder=${example}
        aria-autocomplete="list"
        aria-controls="${id}-offer"
        aria-activedescendant=${offer.items.length > 0 ? `${id}-offer-${picked}` : undefined}
        aria-invalid=${shownMistake !== undefined}
        aria-describedby="${id}-mistake"
        value=${value}
        onInput=${(event) => {
          onInput(event.target.value);
          suggest(event.target.value, event.target.selectionStart);
        }}
        onFocus=${() => setLeft(false)}
        onBlur=${() => {
          setLeft(true);
          setOffer(NOTHING);
        }}
        onKeyDown=${press}
      ></textarea>
      <ul id="${id}-offer" role="listbox" aria-label="Completions" hidden=${offer.items.length === 0}>
        ${offer.items.map(
          (item, index) => html`<li
            id="${id}-offer-${index}"
            role="option"
            aria-selected=${index === picked}
            onMouseDown=${(event) => {
              event.preventDefault();
              accept(item);
            }}
          >
            <code>${item.text}</code><small>${item.note}</small>
          </li>`,
        )}
      </ul>
    </div>
    <p id="${id}-mistake" class="mistake" aria-live="polite">${shownMistake && `Character ${shownMistake.at + 1}: ${shownMistake.text}`}</p>
  </div>`;
}

// The place that the service names comes first, as long as the text is the one that it refused.
function mistakeOf(value, refused) {
  const found = mistakeIn(value);
  const own = found && { at: found.at, text: `expected ${found.expected}.` };
  const isRefused = refused?.filter === value.trim() && refused.offset !== undefined;
  return isRefused && refused.offset !== own?.at ? { at: refused.offset, text: refused.message } : own;
}

function keyAction(event, { offer, picked, setPicked, accept, close, run, suggest }) {
  const isOpen = offer.items.length > 0;
  switch (event.key) {
    case "ArrowDown":
      return isOpen && (() => setPicked((picked + 1) % offer.items.length));
    case "ArrowUp":
      return isOpen && (() => setPicked((picked + offer.items.length - 1) % offer.items.length));
    case "Tab":
      return isOpen && !event.shiftKey && (() => accept(offer.items[picked]));
    case "Escape":
      return isOpen && close;
    case " ":
      return event.ctrlKey && suggest;
    case "Enter":
      return !event.shiftKey && (() => { close(); run(); });
    default:
      return undefined;
  }
}

function fit(area) {
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight}px`;
}

function Coloured({ text, mistake }) {
  const parts = [];
  let at = 0;
  for (const token of tokensOf(text)) {
    parts.push(text.slice(at, token.start));
    const isWrong = mistake && mistake.at >= token.start && mistake.at < token.end;
    parts.push(html`<span class=${isWrong ? "wrong" : classOf(token)}>${token.text}</span>`);
    at = token.end;
  }
  parts.push(text.slice(at));
  const isAtEnd = mistake && mistake.at >= text.trimEnd().length;
  return html`${parts}${isAtEnd && html`<span class="wrong"> </span>`}${"\n"}`;
}

function classOf({ kind, text }) {
  return kind === "word" ? (WORDS.has(text) ? "keyword" : "name") : kind;
}
