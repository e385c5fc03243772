package io.weir.api;

import io.weir.api.entity.EntityKey;
import io.weir.api.write.BulkUnit;
import io.weir.api.write.Write;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The order among units of a bulk write: units that share a key run one after another, all others
 * run concurrently.
 *
 * <p>Units are added one at a time, in their order. They end on any thread.
 */
final class KeyOrder {

  /** For each key the end of the last unit that was added, from its addition until it ends. */
  private final Map<EntityKey, Mono<Void>> last = new ConcurrentHashMap<>();

  /** Returns the outcome, which begins when every earlier unit that shares a key has ended. */
  <T> Flux<T> afterItsKeys(BulkUnit unit, Flux<T> outcome) {
    var keys = unit.dispatch(KEYS);
    var before = keys.stream().map(last::get).filter(Objects::nonNull).toList();
    Sinks.Empty<Void> end = Sinks.empty();
    var ended = end.asMono();
    keys.forEach(key -> last.put(key, ended));
    return Mono.when(before).thenMany(outcome).doFinally(signal -> {
      keys.forEach(key -> last.remove(key, ended));
      var unused = end.tryEmitEmpty();
    });
  }

  private static final BulkUnit.Handler<List<EntityKey>> KEYS = new BulkUnit.Handler<>() {
    @Override
    public List<EntityKey> single(BulkUnit.Single unit) {
      return List.of(unit.write().key());
    }

    @Override
    public List<EntityKey> group(BulkUnit.Group unit) {
      return unit.batch().writes().stream().map(Write::key).toList();
    }

    @Override
    public List<EntityKey> refused(BulkUnit.Refused unit) {
      return List.of();
    }
  };
}
