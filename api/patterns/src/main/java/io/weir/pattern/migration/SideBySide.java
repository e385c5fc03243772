package io.weir.pattern.migration;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.NotFoundException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;

/**
 * A table of two services, read in the order of keys, {@value #AHEAD} entities of each side ahead.
 * A target without the table has no entities. Immutable; any thread.
 */
public record SideBySide(TableService source, TableService target, TableName table) {

  private static final int AHEAD = 32;

  /** An entity of one side. */
  private record Side(boolean isSource, Entity entity) {
    EntityKey key() {
      return entity.key();
    }
  }

  /** The entities of one key on both sides; at least one is present. */
  public record Pair(Optional<Entity> source, Optional<Entity> target) {

    private static Pair of(List<Side> sides) {
      return new Pair(side(sides, true), side(sides, false));
    }

    private static Optional<Entity> side(List<Side> sides, boolean isSource) {
      return sides.stream()
          .filter(each -> each.isSource() == isSource)
          .map(Side::entity)
          .findFirst();
    }

    public EntityKey key() {
      return source.or(() -> target).orElseThrow().key();
    }

    /** Whether one side lacks the entity, or a property differs. */
    public boolean differs() {
      return !source.map(Entity::toMap).equals(target.map(Entity::toMap));
    }
  }

  /** Returns the pairs of all keys that a query finds on any side. */
  public Flux<Pair> pairs(Query query) {
    return Flux.mergeComparing(
            AHEAD,
            Comparator.comparing(Side::key),
            sides(source, query, true),
            sides(target, query, false).onErrorComplete(NotFoundException.class))
        .bufferUntilChanged(Side::key)
        .map(Pair::of);
  }

  private Flux<Side> sides(TableService service, Query query, boolean isSource) {
    return service.query(table, query).map(entity -> new Side(isSource, entity));
  }
}
