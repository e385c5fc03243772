package io.weir.pattern;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Flux;

/** Reads of entities by a stream of keys, in the order of the keys. Immutable; any thread. */
public final class Lookups {

  /** Most reads that run at once. The remote client sends such reads together over one request. */
  public static final int IN_FLIGHT = 16;

  private Lookups() {}

  /**
   * An item and the entity that it names.
   *
   * @param item the item
   * @param entity the entity; empty if it is absent
   */
  public record Found<T>(T item, Optional<Entity> entity) {}

  /** Returns the entities of the keys, without those that are absent. */
  public static Flux<Entity> of(TableService service, TableName table, Flux<EntityKey> keys) {
    return of(service, table, keys, key -> key)
        .mapNotNull(found -> found.entity().orElse(null));
  }

  /**
   * Returns each item with the entity that it names. At most {@value #IN_FLIGHT} reads run at once,
   * and at most as many results wait for the subscriber.
   */
  public static <T> Flux<Found<T>> of(
      TableService service, TableName table, Flux<T> items, Function<T, EntityKey> key) {
    return items.flatMapSequential(
        item -> service
            .get(table, key.apply(item))
            .map(Optional::of)
            .defaultIfEmpty(Optional.empty())
            .map(entity -> new Found<>(item, entity)),
        IN_FLIGHT,
        1);
  }
}
