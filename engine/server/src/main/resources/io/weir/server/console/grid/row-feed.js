// The rows of a stream, read only as far as somebody looks. Unread rows stay with the service: its scan stops when the reader stops.
// A stream that waits long is let go, because a browser has few connections. It is continued after its last token, and so is one that the
// service ends before the result is complete.

import { namesOf, typeOf } from "../protocol/edm.js";
import { isAbort } from "../protocol/failure.js";

const AHEAD_ROWS = 300;
const IDLE_MILLIS = 15_000;
const MOST_ROWS = 100_000;
const MOST_CHARACTERS = 64 * 1024 * 1024;
const MOST_COLUMNS = 200;

export class RowFeed {
  rows = [];
  // Types by name, in the order in which they were first seen.
  columns = new Map();
  // True after a property had no room for a column.
  hasMoreColumns = false;
  // reading, waiting (for somebody to look further), complete, cancelled, full, failed
  state = "reading";
  failure;
  scanned = 0;
  report;
  millis = 0;
  #control = new AbortController();
  // Index of the next row. While a continued stream repeats the rows after its token, it is less than the number of rows.
  #at = 0;
  #characters = 0;
  // The last token, and the counts at its arrival.
  #mark = { resume: undefined, at: 0, characters: 0, scanned: 0 };
  // Entities scanned by earlier streams. The counts of a continued stream begin at its token.
  #scannedBefore = 0;
  #wanted = AHEAD_ROWS;
  #wake;
  #idleMillis;
  #changed;
  #frame = 0;
  #began = performance.now();

  // open: returns the lines of the stream for a signal and a token. changed: called after every change, at most once a frame.
  constructor(open, changed, idleMillis = IDLE_MILLIS) {
    this.#changed = changed;
    this.#idleMillis = idleMillis;
    this.#read(open);
  }

  // Reads more rows if this one is among the last that were read.
  look(row) {
    const wanted = row + AHEAD_ROWS;
    if (wanted > this.#wanted) {
      this.#wanted = wanted;
      this.#wake?.();
    }
  }

  // Shows an entity as it is now, in place of its row. Returns whether it has one.
  put(entity) {
    const at = this.rows.findIndex(({ PartitionKey, RowKey }) => PartitionKey === entity.PartitionKey && RowKey === entity.RowKey);
    if (at < 0) {
      return false;
    }
    this.rows = this.rows.with(at, entity);
    this.#columnsOf(entity);
    this.#draw();
    return true;
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
      while (this.isOpen) {
        await this.#readOn(open(this.#control.signal, this.#mark.resume));
        await this.#demand(); // without a stream, if it was let go
      }
    } catch (failure) {
      if (this.isOpen && !isAbort(failure)) {
        this.failure = failure;
        this.#set("failed");
      }
    }
  }

  // Returns when the stream has ended, or when nobody has looked for a while. Returning lets the stream go.
  async #readOn(lines) {
    this.#at = this.#mark.at;
    this.#characters = this.#mark.characters;
    this.#scannedBefore = this.#mark.scanned;
    for await (const line of lines) {
      this.#take(line);
      if (!this.isOpen || !(await this.#demand(this.#idleMillis))) {
        return;
      }
    }
  }

  #take({ value, text }) {
    if (value.$progress) {
      this.#markAt(value.$progress);
    } else if (value.$tested) {
      this.scanned = Math.max(this.scanned, this.#scannedBefore + value.$tested);
    } else if (value.$more) {
      this.#markAt({ resume: value.$more.resume, scanned: Math.max(this.scanned, this.#at) - this.#scannedBefore });
    } else if (value.$end) {
      this.#finish(value.$end);
    } else {
      this.#keep(value, text.length);
    }
    this.#draw();
  }

  #markAt({ resume, scanned }) {
    this.scanned = this.#scannedBefore + scanned;
    this.#mark = { resume, at: this.#at, characters: this.#characters, scanned: this.scanned };
  }

  #finish(end) {
    this.rows.length = this.#at;
    this.scanned = this.#scannedBefore + end.scanned;
    this.report = { ...end, scanned: this.scanned, returned: this.#at };
    this.#set("complete");
  }

  #keep(entity, characters) {
    this.rows[this.#at++] = entity;
    this.scanned = Math.max(this.scanned, this.#at);
    this.#characters += characters;
    this.#columnsOf(entity);
    if (this.#at >= MOST_ROWS || this.#characters >= MOST_CHARACTERS) {
      this.#set("full");
      this.#control.abort();
    }
  }

  #columnsOf(entity) {
    for (const name of namesOf(entity)) {
      this.#column(entity, name);
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

  // Returns whether somebody wants more rows, as soon as somebody does or the time is over. Without a time it waits for that.
  async #demand(patienceMillis) {
    while (this.isOpen && this.#at >= this.#wanted) {
      this.#set("waiting");
      if (!(await this.#woken(patienceMillis))) {
        return false;
      }
    }
    if (this.isOpen) {
      this.state = "reading";
    }
    return true;
  }

  #woken(patienceMillis) {
    return new Promise((resolve) => {
      const timer = patienceMillis === undefined ? undefined : setTimeout(() => resolve(false), patienceMillis);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  #set(state) {
    this.state = state;
    this.millis = performance.now() - this.#began;
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
