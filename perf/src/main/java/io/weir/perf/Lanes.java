package io.weir.perf;

import io.weir.api.TableService;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Writers side by side, each of which sends its next write when its last was acknowledged. */
final class Lanes {

  /** Writes in flight. */
  static final int IN_FLIGHT = 64;

  /** Writes of a call of {@link #write}. */
  static final int WRITES = IN_FLIGHT * 64;

  private Lanes() {}

  /** Replaces the next {@link #WRITES} entities. Blocks until the last is acknowledged. */
  static void write(TableService tables, Upserts upserts) {
    var next = Mono.defer(
        () -> tables.write(DataSet.TABLE, new Write.Upsert(upserts.next(), WriteMode.REPLACE)));
    Flux.range(0, IN_FLIGHT)
        .flatMap(lane -> next.repeat(WRITES / IN_FLIGHT - 1), IN_FLIGHT)
        .blockLast();
  }
}
