package io.weir.cli.table;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.index.IndexStatus;
import io.weir.cli.terminal.LoadProgress;
import io.weir.cli.terminal.ProgressDisplay;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Waits for a backfill and shows its progress in percent. */
record BackfillWait(TableService service, ProgressDisplay display) {

  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
  private static final int PERCENT = 100;

  /**
   * Returns the index when it is readable, or has failed because entities share values. Blocks.
   * Fails with {@code ResourceNotFound} when it is dropped before.
   */
  IndexStatus untilEnd(TableName table, IndexDefinition definition) {
    try (var progress = display.begin("Filling the index", PERCENT, "percent")) {
      var shown = new Shown(progress);
      return Flux.interval(Duration.ZERO, LOOK_AGAIN)
          .onBackpressureDrop()
          .concatMap(look -> status(table, definition), 1)
          .publishOn(Schedulers.boundedElastic(), 1) // the progress may wait for its output
          .doOnNext(shown::show)
          .filter(status -> status.state() != IndexState.BACKFILLING)
          .next()
          .blockOptional()
          .orElseThrow();
    }
  }

  private Mono<IndexStatus> status(TableName table, IndexDefinition definition) {
    return service
        .indexes(table)
        .flatMapIterable(all -> all)
        .filter(each -> each.definition().name().equals(definition.name()))
        .next()
        .switchIfEmpty(Mono.error(() ->
            new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "index=" + definition.name())));
  }

  /** What the display shows. Belongs to one wait. */
  private static final class Shown {

    private final LoadProgress progress;
    private int percent;

    Shown(LoadProgress progress) {
      this.progress = progress;
    }

    void show(IndexStatus status) {
      var now = (int) Math.round(status.progress() * PERCENT);
      if (now > percent) {
        progress.advance(now - percent);
        percent = now;
      }
    }
  }
}
