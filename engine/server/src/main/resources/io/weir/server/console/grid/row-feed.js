// The rows of a stream, read only as far as somebody looks. Unread rows stay with the service: its scan stops when the reader stops.

import { namesOf, typeOf } from "../protocol/edm.js";
import { isAbort } from "../protocol/failure.js";

const AHEAD_ROWS = 300;
const MOST_ROWS = 100_000;
const MOST_CHARACTERS = 64 * 1024 * 1024;
const MOST_COLUMNS = 200;

export class RowFeed {
  rows = [];
  // Types by name, in the order in which they were first seen.
  columns = new Map();
  // Whether properties were seen for which there is no column.
  hasMoreColumns = false;
  // reading, waiting (for somebody to look further), complete, cancelled, full, failed
  state = "reading";
  failure;
  scanned = 0;
  report;
  millis = 0;
  #control = new AbortController();
  #characters = 0;
  #wanted = AHEAD_ROWS;
  #wake;
  #changed;
  #began = performance.now();

  // open: returns the lines of the stream for a signal. changed: called after every change, at most once a frame.
  constructor(open, changed) {
    this.#changed = changed;
    this.#read(open);
  }

  // Reads on if the row is near the end of what is read.
  look(row) {
    const wanted = row + AHEAD_ROWS;
    if (wanted > this.#wanted) {
      this.#wanted = wanted;
      this.#wake?.();
    }
  }

  // Ends the stream, which ends the scan. Rows that were read stay.
  cancel() {
    if (this.isOpen) {
      this.#set("cancelled");
    }
    this.#control.abort();
    this.#wake?.();
  }

  get isOpen() {
    return this.state === "reading" || this.state === "waiting";
  }

  async #read(open) {
    try {
      for await (const line of open(this.#control.signal)) {
        this.#take(line);
        if (!this.isOpen) {
          return;
        }
        await this.#demand();
      }
    } catch (failure) {
      if (this.isOpen && !isAbort(failure)) {
        this.failure = failure;
        this.#set("failed");
      }
    }
  }

  #take({ value, text }) {
    if (value.$progress) {
      this.scanned = value.$progress.scanned;
    } else if (value.$end || value.$more) {
      this.report = value.$end;
      this.scanned = value.$end?.scanned ?? this.scanned;
      this.#set(value.$end ? "complete" : "full");
      return;
    } else {
      this.#keep(value, text.length);
    }
    this.#draw();
  }

  #keep(entity, characters) {
    this.rows.push(entity);
    this.scanned = Math.max(this.scanned, this.rows.length);
    this.#characters += characters;
    for (const name of namesOf(entity)) {
      this.#column(entity, name);
    }
    if (this.rows.length >= MOST_ROWS || this.#characters >= MOST_CHARACTERS) {
      this.#set("full");
      this.#control.abort();
    }
  }

  #column(entity, name) {
    if (this.columns.has(name)) {
      return;
    }
    if (this.columns.size < MOST_COLUMNS) {
      this.columns.set(name, typeOf(entity, name));
    } else {
      this.hasMoreColumns = true;
    }
  }

  async #demand() {
    while (this.isOpen && this.rows.length >= this.#wanted) {
      this.#set("waiting");
      await new Promise((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.isOpen) {
      this.state = "reading";
    }
  }

  #set(state) {
    this.state = state;
    this.millis = performance.now() - this.#began;
    this.#draw();
  }

  #frame = 0;

  #draw() {
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#changed();
      });
    }
  }
}
