// Follows a change feed and keeps the latest items. A feed that the service ends is continued after its last token.

import { namesOf, typeOf } from "../protocol/edm.js";
import { streamChanges } from "../protocol/entities.js";
import { Unreachable, isAbort } from "../protocol/failure.js";

const MOST_ITEMS = 500;
const MOST_CHARACTERS = 16 * 1024 * 1024;
const RETRY_MILLIS = 2000;

export class ChangeTail {
  items = [];
  seen = 0;
  columns = new Map();
  state = "stopped";
  failure;
  #client;
  #scope;
  #token;
  #control;
  #changed;
  #frame = 0;
  #characters = 0;

  // scope: {table, from, filter}. changed: called when there is something to draw.
  constructor(client, scope, changed) {
    this.#client = client;
    this.#scope = scope;
    this.#token = scope.from;
    this.#changed = changed;
    this.start();
  }

  start() {
    this.#control?.abort();
    this.#control = new AbortController();
    this.failure = undefined;
    this.state = "following";
    this.#follow(this.#control.signal);
    this.#draw();
  }

  stop() {
    this.state = "stopped";
    this.#control.abort();
    this.#draw();
  }

  async #follow(signal) {
    while (!signal.aborted) {
      try {
        for await (const line of streamChanges(this.#client, this.#scope.table, this.#token, this.#scope.filter, signal)) {
          this.#take(line);
        }
      } catch (failure) {
        if (isAbort(failure)) {
          return;
        }
        if (!(failure instanceof Unreachable)) {
          this.#fail(failure);
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MILLIS));
      }
    }
  }

  #fail(failure) {
    this.failure = failure;
    this.state = "stopped";
    this.#draw();
  }

  #take({ text, value }) {
    const [[kind, item]] = Object.entries(value);
    this.#token = item.token ?? this.#token;
    if (kind === "$checkpoint") {
      return;
    }
    this.seen++;
    this.items.unshift({ number: this.seen, kind, characters: text.length, ...item });
    this.#characters += text.length;
    while (this.items.length > MOST_ITEMS || (this.#characters > MOST_CHARACTERS && this.items.length > 1)) {
      this.#characters -= this.items.pop().characters;
    }
    for (const name of item.after ? namesOf(item.after) : []) {
      this.columns.set(name, typeOf(item.after, name));
    }
    this.#draw();
  }

  #draw() {
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#changed();
      });
    }
  }
}
