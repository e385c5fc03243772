package io.weir.perf.pattern;

import io.weir.api.Outbox;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.queue.QueueService;
import io.weir.perf.pattern.CostMeter.Kind;
import io.weir.perf.process.Surroundings;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * The service, its counters and the size of a run, which all measurements of patterns share.
 * Belongs to the launcher's thread, which blocks.
 *
 * @param raw the service without counters, for loads
 * @param tables the service as patterns call it, with counters
 * @param outbox of the service, uncounted
 * @param queues of the service, uncounted
 * @param counts of the calls of {@code tables}
 * @param pages of the service's process
 */
record PatternBench(
    Surroundings surroundings,
    TableService raw,
    TableService tables,
    Outbox outbox,
    QueueService queues,
    CallCounts counts,
    CostMeter meter,
    StoredPages pages,
    Staff staff,
    PatternEffort effort,
    Consumer<String> progress) {

  static final String STORE = "store ";

  CostMeter.Question ask(String pattern, String question, int times) {
    progress.accept(pattern + ": " + question);
    return meter.ask(pattern, question, times);
  }

  /** A load that may fail at its disk. */
  @FunctionalInterface
  interface Loading {
    void run() throws IOException;
  }

  /** Carries out a load, and remembers its cost with the growth of the pages. */
  void store(String pattern, String what, String way, Kind kind, Loading load) throws IOException {
    progress.accept(pattern + ": " + STORE + what + ", " + way);
    var before = pages.bytes();
    meter.store(meter.ask(pattern, STORE + what, 1), way, kind, new CostMeter.Load() {
      @Override
      public void run() throws IOException {
        load.run();
      }

      @Override
      public long storedBytes() throws IOException {
        return pages.bytes() - before;
      }
    });
  }

  TableName create(String name) {
    var table = new TableName(name);
    raw.createTable(table).block();
    return table;
  }

  void drop(TableName... tables) {
    for (var table : tables) {
      raw.deleteTable(table).block();
    }
  }
}
