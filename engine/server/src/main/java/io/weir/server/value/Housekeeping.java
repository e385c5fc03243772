package io.weir.server.value;

import io.weir.pattern.large.LargeValue;
import io.weir.pattern.large.LargeValues;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * The removal of rows that no reader sees any more, at the end of a write. The write has succeeded
 * or failed by then, so a failure here is logged and changes nothing: the next write or upload of
 * the partition finds the rows again.
 *
 * <p>Abandoned uploads of a partition are removed only here and by a request to collect them. A
 * partition that receives no further write keeps its abandoned uploads.
 */
final class Housekeeping {

  /**
   * Age after which an unfinished upload, or a replaced value that a crash has left, is removed.
   */
  static final Duration ABANDONED = Duration.ofDays(7);

  /**
   * Most rows of uploads that a write looks at, so that its cost does not grow with the number of
   * uploads in its partition.
   */
  static final int LOOKED_AT = 32;

  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

  private final LargeValues values;
  private final ValueTarget target;

  Housekeeping(LargeValues values, ValueTarget target) {
    this.values = values;
    this.target = target;
  }

  /**
   * Removes a replaced value and some of the abandoned uploads of its partition: its own ones
   * first. Always completes.
   */
  Mono<Void> after(Optional<LargeValue> replaced) {
    return logged(
        Mono.justOrEmpty(replaced).flatMap(values::remove).then(Mono.defer(this::collect)));
  }

  /** Removes an upload that was refused. Always completes. */
  Mono<Void> discard(UUID upload) {
    return logged(values.discard(target.key(), upload));
  }

  private Mono<Void> collect() {
    return values.collectNear(target.key(), ABANDONED, LOOKED_AT).then();
  }

  private Mono<Void> logged(Mono<Void> removal) {
    return removal.onErrorResume(failure -> {
      LOG.atWarn()
          .addKeyValue("request", target.exchange().request().head().id())
          .addKeyValue("failure", failure)
          .log("unused rows of a large value stay until the next write");
      return Mono.empty();
    });
  }
}
