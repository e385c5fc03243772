package io.weir.cli.copy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.error.NotFoundException;
import io.weir.cli.terminal.CommandFailure;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The tables of a source that are copied. Programs may drop any of them meanwhile. Immutable; the
 * methods that are said to block do.
 *
 * @param chosen empty for all
 */
record SourceTables(TableService source, List<TableName> chosen) {

  boolean isChosen(TableName table) {
    return chosen.isEmpty() || chosen.contains(table);
  }

  Flux<TableName> all() {
    return chosen.isEmpty() ? source.tables() : Flux.fromIterable(chosen);
  }

  /** Returns {@link #all} as a list. Blocks. */
  List<TableName> listed() {
    return all().collectList().blockOptional().orElse(List.of());
  }

  /** Fails with {@link CommandFailure} unless the source has each chosen table. Blocks. */
  void requireChosen() {
    for (var table : chosen) {
      if (!has(table)) {
        throw CommandFailure.failed("The source has no table " + table + ".");
      }
    }
  }

  /**
   * Returns the result of a step for a table; empty when the step failed because the source has
   * dropped the table. Blocks.
   */
  <T> Optional<T> unlessDropped(TableName table, Supplier<T> step) {
    try {
      return Optional.of(step.get());
    } catch (NotFoundException e) {
      if (has(table)) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private boolean has(TableName table) {
    return Boolean.TRUE.equals(source
        .page(table, Query.ALL.top(1))
        .map(page -> true)
        .onErrorResume(NotFoundException.class, absent -> Mono.just(false))
        .block());
  }
}
