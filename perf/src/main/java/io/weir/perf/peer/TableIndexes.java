package io.weir.perf.peer;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Declares indexes and waits until queries use them. Any thread; nothing blocks. */
public final class TableIndexes {

  private static final Duration POLL = Duration.ofMillis(5);

  private TableIndexes() {}

  /**
   * Declares indexes of a table, one after another, and completes when all indexes of the table are
   * readable.
   */
  public static Mono<Void> create(
      TableService tables, TableName table, List<IndexDefinition> definitions) {
    return definitions.isEmpty()
        ? Mono.empty()
        : Flux.fromIterable(definitions)
            .concatMap(definition -> tables.createIndex(table, definition))
            .then(readable(tables, table));
  }

  private static Mono<Void> readable(TableService tables, TableName table) {
    return Mono.defer(() -> tables.indexes(table))
        .filter(all -> all.stream().allMatch(index -> index.state() == IndexState.READABLE))
        .repeatWhenEmpty(Integer.MAX_VALUE, attempts -> attempts.delayElements(POLL))
        .then();
  }
}
