// Scrapes the service's metrics every two seconds while somebody looks, and keeps ten minutes of series.

import { publicPage } from "../protocol/client.js";
import { parseMetrics, quantile, rate, sum } from "./metrics.js";

const PERIOD_MILLIS = 2000;
const MOST_POINTS = 300;

const READS = /^(GetEntity|QueryEntities|StreamEntities|AggregateEntities|Reads?|GetAllEntities)/;
const INTERNAL = /^(OperatorPage|ConsoleFile)$/;

const isRead = ({ operation }) => READS.test(operation);
const isOther = ({ operation }) => !READS.test(operation) && !INTERNAL.test(operation);
const isAny = ({ operation }) => !INTERNAL.test(operation);
const isStream = ({ operation }) => /^(Stream|Bulk)/.test(operation);

// Series by name: each is a function of two scrapes and the milliseconds between them.
const SERIES = {
  reads: (old, now, millis) => rate(old, now, millis, "weir_requests_seconds_count", isRead),
  writes: (old, now, millis) => rate(old, now, millis, "weir_requests_seconds_count", isOther),
  p50: (old, now) => quantile(old, now, "weir_requests_seconds", 0.5, (labels) => isAny(labels) && !isStream(labels)),
  p99: (old, now) => quantile(old, now, "weir_requests_seconds", 0.99, (labels) => isAny(labels) && !isStream(labels)),
  forces: (old, now, millis) => rate(old, now, millis, "weir_log_force_seconds_count"),
  records: (old, now, millis) => rate(old, now, millis, "weir_log_records_total"),
  heap: (old, now) => sum(now, "jvm_memory_used_bytes", ({ area }) => area === "heap") / 1_048_576,
  buffers: (old, now) => sum(now, "netty_allocator_memory_used") / 1_048_576,
};

export class Scrapes {
  times = [];
  series = Object.fromEntries(Object.keys(SERIES).map((name) => [name, []]));
  latest;
  failure;
  #older;
  #control = new AbortController();
  #timer;
  #changed;

  constructor(changed) {
    this.#changed = changed;
    this.#scrape();
  }

  stop() {
    this.#control.abort();
    clearTimeout(this.#timer);
  }

  async #scrape() {
    const { signal } = this.#control;
    try {
      const { status, text } = await publicPage("/metrics", signal);
      this.failure = status === 200 ? undefined : new Error("This port serves no metrics (--metrics-port).");
      if (status === 200) {
        this.#take(parseMetrics(text), performance.now());
      }
    } catch (failure) {
      this.failure = failure;
    }
    if (!signal.aborted) {
      this.#changed();
      this.#timer = setTimeout(() => this.#scrape(), PERIOD_MILLIS);
    }
  }

  #take(families, moment) {
    if (this.#older) {
      this.times.push(Date.now() / 1000);
      for (const [name, of] of Object.entries(SERIES)) {
        this.series[name].push(of(this.#older.families, families, moment - this.#older.moment));
        this.series[name].splice(0, this.series[name].length - MOST_POINTS);
      }
      this.times.splice(0, this.times.length - MOST_POINTS);
    }
    this.#older = { families, moment };
    this.latest = families;
  }
}
