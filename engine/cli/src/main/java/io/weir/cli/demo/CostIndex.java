package io.weir.cli.demo;

import io.weir.api.TableService;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexHint;
import io.weir.api.index.IndexState;
import io.weir.api.index.SortProperty;
import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** The index of {@link Birdstrikes} by what a strike cost. */
final class CostIndex {

  private static final IndexDefinition DEFINITION = IndexDefinition.of("byCost", "CostTotal");

  /** The question that the index answers in its order. */
  static final Question TOP_TEN = new Question(
      "The ten dearest strikes, in the order of the index",
      "CostTotal gt 0",
      List.of("CostTotal", "FlightDate", "AirportName", "WildlifeSpecies"),
      List.of(SortProperty.descending("CostTotal")),
      10,
      IndexHint.AUTO);

  /** The pause between two looks at the backfill. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private CostIndex() {}

  /**
   * Declares the index, and completes when queries use it. An index of an earlier run is used as it
   * is.
   */
  static Mono<Void> make(TableService service) {
    return service
        .createIndex(Birdstrikes.TABLE, DEFINITION)
        .then(Mono.defer(() -> service.indexes(Birdstrikes.TABLE)))
        .flatMap(indexes -> indexes.stream().allMatch(i -> i.state() == IndexState.READABLE)
            ? Mono.<Void>empty()
            : Mono.error(new StillBackfilling()))
        .retryWhen(
            Retry.fixedDelay(Long.MAX_VALUE, LOOK_AGAIN).filter(StillBackfilling.class::isInstance))
        .timeout(PATIENCE);
  }

  /** Says that another look is needed. Nobody sees it. */
  private static final class StillBackfilling extends RuntimeException {

    private static final long serialVersionUID = 1;

    StillBackfilling() {
      super("the index is not readable yet", null, false, false);
    }
  }
}
