package io.weir.server.value;

import io.weir.client.pattern.large.LargeValue;
import io.weir.client.pattern.large.LargeValues;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * The removal of rows that no reader sees any more, at the end of a write. The write has succeeded or failed by then, so a failure here is
 * logged and changes nothing: what is left is found again by the next write or upload of the partition.
 */
final class Housekeeping {

  /** Age after which an unfinished upload, or a replaced value that a crash has left, is removed. */
  static final Duration ABANDONED = Duration.ofDays(7);

  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

  private final LargeValues values;
  private final ValueTarget target;

  Housekeeping(LargeValues values, ValueTarget target) {
    this.values = values;
    this.target = target;
  }

  /** Removes a replaced value, and what was abandoned in its partition. Always completes. */
  Mono<Void> after(Optional<LargeValue> replaced) {
    return logged(
        Mono.justOrEmpty(replaced).flatMap(values::remove).then(Mono.defer(this::collect)));
  }

  /** Removes an upload that nobody can continue. Always completes. */
  Mono<Void> discard(UUID upload) {
    return logged(values.discard(target.key(), upload));
  }

  private Mono<Void> collect() {
    return values.collect(target.key().partitionKey(), ABANDONED).then();
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
