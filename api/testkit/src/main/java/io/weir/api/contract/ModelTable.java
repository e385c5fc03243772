package io.weir.api.contract;

import io.weir.api.AccessPath;
import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexStatus;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A table of the model: a sorted map. Guarded by the monitor of its {@link ModelStore}. */
final class ModelTable {

  private static final int PAGE_BYTES = 4 * 1024 * 1024;

  private final TableName name;
  private final TreeMap<EntityKey, Entity> entities = new TreeMap<>();
  private final ModelIndexes indexes = new ModelIndexes();
  private final InstantSource clock;
  private final Map<TableSetting<?>, Object> settings = new HashMap<>();
  private boolean dropped;

  ModelTable(TableName name, InstantSource clock) {
    this.name = name;
    this.clock = clock;
  }

  /** Returns the value that was set, or the standard one. */
  @SuppressWarnings("unchecked") // set() has put a value of this type there
  <T> Optional<T> setting(TableSetting<T> setting) {
    return Optional.ofNullable((T) settings.get(setting)).or(setting::standard);
  }

  <T> void set(TableSetting<T> setting, T value) {
    settings.put(setting, value);
  }

  void clear(TableSetting<?> setting) {
    settings.remove(setting);
  }

  private boolean isVisible(Entity entity) {
    return setting(TableSetting.EXPIRY)
        .map(rule -> !rule.dispatch(new ModelExpiry(entity, clock.instant())))
        .orElse(true);
  }

  static QueryReport report(long scanned, long returned) {
    return new QueryReport(AccessPath.TABLE_SCAN, 1, scanned, returned);
  }

  TableName name() {
    return name;
  }

  ModelIndexes indexes() {
    return indexes;
  }

  List<IndexStatus> indexStatuses() {
    return indexes.statuses(entities.values());
  }

  void drop() {
    dropped = true;
    entities.clear();
  }

  @Nullable
  Entity get(EntityKey key) {
    var stored = entities.get(key);
    return stored != null && isVisible(stored) ? stored : null;
  }

  /**
   * Returns the entity that the write would store; empty when it would store none. Fails as the
   * write does. Changes nothing.
   */
  Optional<Entity> evaluate(Write write) {
    return write.dispatch(new ModelWrite(get(write.key())));
  }

  void createIndex(IndexDefinition definition) {
    indexes.create(definition, visible());
  }

  /** Returns the entities that are not expired. */
  List<Entity> visible() {
    return entities.values().stream().filter(this::isVisible).toList();
  }

  WriteResult apply(Write write, Optional<Entity> outcome, long ticks) {
    if (outcome.isEmpty()) {
      entities.remove(write.key());
      return WriteResult.REMOVED;
    }
    var after = outcome.get().withTimestamp(ticks);
    var before = Optional.ofNullable(get(write.key()));
    entities.put(write.key(), after);
    return new WriteResult(ticks, images(write, before, after));
  }

  private static WriteResult.Images images(Write write, Optional<Entity> before, Entity after) {
    return write instanceof Write.Change change && change.isAnsweredWithEntity()
        ? change.images(before.orElse(null), after)
        : WriteResult.Images.NONE;
  }

  void deleteRange(Filter keys) {
    entities.values().removeIf(entity -> ModelFilter.ofEntity(entity).matches(keys));
  }

  Page<Entity> page(Query query) {
    var items = new ArrayList<Entity>();
    var bytes = 0L;
    var scanned = 0;
    var position = query.from();
    indexes.require(query);
    for (var entity = next(query, position); entity != null; entity = next(query, position)) {
      if (items.size() == Math.min(query.top(), Page.MAX_ITEMS) || bytes >= PAGE_BYTES) {
        var next = query.top() == 0 ? null : place(query, entity, true);
        return new Page<>(items, next, report(scanned, items.size()));
      }
      position = place(query, entity, false);
      scanned++;
      if (ModelFilter.ofEntity(entity).matches(query.filter())) {
        items.add(entity.select(query.selection()));
        bytes += entity.encoded().length;
      }
    }
    return new Page<>(items, null, report(scanned, items.size()));
  }

  /** Returns the continuation of a query at or after an entity. */
  Continuation place(Query query, Entity entity, boolean inclusive) {
    return query.order().isEmpty()
        ? new Continuation(entity.key(), inclusive, query.direction())
        : indexes.place(query, entity, inclusive);
  }

  /**
   * Returns the first entity of a query after a position; null when there is none. Fails with
   * {@code TableNotFound} after a drop.
   */
  @Nullable
  Entity next(Query query, @Nullable Continuation position) {
    if (dropped) {
      throw new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=" + name);
    }
    if (!query.order().isEmpty()) {
      return indexes.ordered(entities.values(), query.from(position)).stream()
          .filter(this::isVisible)
          .findFirst()
          .orElse(null);
    }
    var ahead = query.direction() == Direction.DESCENDING ? entities.descendingMap() : entities;
    var rest = position == null ? ahead : ahead.tailMap(position.key(), position.inclusive());
    return rest.values().stream().filter(this::isVisible).findFirst().orElse(null);
  }
}
