package io.weir.pattern.partitioned;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Named maps in a table, one entity each: the kind, and the entries as text. A map has room for 32
 * Ki UTF-16 units of keys and names; a larger one fails with {@code PropertyValueTooLarge}.
 * Immutable; any thread.
 */
public final class ShardMaps {

  private static final String KIND = "Kind";
  private static final String HASH = "hash";
  private static final String RANGE = "range";
  private static final String LISTED = "list";
  private static final String ENTRIES = "Entries";
  private static final String OTHERWISE = "Otherwise";

  /** Ends a key or a name. No key contains it. */
  private static final String END = "/";

  private final TableService service;
  private final TableName table;

  private ShardMaps(TableService service, TableName table) {
    this.service = service;
    this.table = table;
  }

  /** Returns the maps in a table, which exists. */
  public static ShardMaps of(TableService service, TableName table) {
    return new ShardMaps(service, table);
  }

  /**
   * Stores a new map. Fails with {@code EntityAlreadyExists}, and with {@code OutOfRangeInput} for
   * names that are no keys.
   */
  public Mono<StoredShardMap> insert(String name, ShardMap map) {
    return write(map, Mono.fromCallable(() -> new Write.Insert(entity(name, map))));
  }

  /**
   * Replaces a version of a map. Fails with {@code UpdateConditionNotSatisfied} if another version
   * is stored.
   */
  public Mono<StoredShardMap> replace(String name, StoredShardMap before, ShardMap map) {
    return write(
        map,
        Mono.fromCallable(() -> new Write.Update(
            entity(name, map), WriteMode.REPLACE, IfMatch.version(before.version()))));
  }

  /**
   * Replaces a version of a map together with another write in the map's partition, whose
   * PartitionKey is its name: both take effect, or none. Fails as {@link #replace} and as the other
   * write does.
   */
  public Mono<List<WriteResult>> replace(
      String name, StoredShardMap before, ShardMap map, Write beside) {
    return Mono.fromCallable(() -> Batch.of(
            new Write.Update(
                entity(name, map), WriteMode.REPLACE, IfMatch.version(before.version())),
            beside))
        .flatMap(batch -> service.submit(table, batch));
  }

  private Mono<StoredShardMap> write(ShardMap map, Mono<? extends Write> write) {
    return write
        .flatMap(change -> service.write(table, change))
        .map(result -> new StoredShardMap(map, result.etag().orElseThrow()));
  }

  /** Reads a map. Fails with {@code ResourceNotFound}. */
  public Mono<StoredShardMap> load(String name) {
    return Mono.defer(() -> service.get(table, new EntityKey(name, "")))
        .switchIfEmpty(Mono.error(
            () -> new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "shardMap=" + name)))
        .map(found -> new StoredShardMap(map(found), found.etag().orElseThrow()));
  }

  /**
   * Returns a map that is read at most once in a time, when it is asked for. If it cannot be read,
   * the map that was read before stays in use for another such time; the first read fails as
   * {@link #load} does.
   */
  public Mono<ShardMap> cached(String name, Duration time) {
    var last = new AtomicReference<@Nullable ShardMap>();
    return load(name)
        .map(StoredShardMap::map)
        .doOnNext(last::set)
        .onErrorResume(failure -> {
          var known = last.get();
          return known == null ? Mono.error(failure) : Mono.just(known);
        })
        .cache(map -> time, failure -> Duration.ZERO, () -> Duration.ZERO);
  }

  private static Entity entity(String name, ShardMap map) {
    map.shards().forEach(shard -> EntityKey.requireKey("shard", shard));
    return map.dispatch(new Encoding(Entity.builder(name, ""))).build();
  }

  /** Sets the properties of each kind of map. */
  private record Encoding(EntityBuilder entity) implements ShardMap.Handler<EntityBuilder> {
    @Override
    public EntityBuilder hash(ShardMap.Hash map) {
      return entity.set(KIND, HASH).set(ENTRIES, joined(map.slots()));
    }

    @Override
    public EntityBuilder range(ShardMap.Range map) {
      return entity.set(KIND, RANGE).set(ENTRIES, joined(map.shardByFirstKey()));
    }

    @Override
    public EntityBuilder listed(ShardMap.Listed map) {
      return entity
          .set(KIND, LISTED)
          .set(ENTRIES, joined(map.shardByKey()))
          .set(OTHERWISE, map.otherwise());
    }
  }

  private static ShardMap map(Entity stored) {
    var entries = split(stored.getString(ENTRIES).orElse(""));
    return switch (stored.getString(KIND).orElse("")) {
      case HASH -> new ShardMap.Hash(entries);
      case RANGE -> ShardMap.byRange(pairs(entries));
      case LISTED -> ShardMap.byList(pairs(entries), stored.getString(OTHERWISE).orElse(""));
      default ->
        throw new ServiceFailedException(
            ErrorCode.INTERNAL_ERROR, "shardMap=damaged name=" + stored.partitionKey(), null);
    };
  }

  private static String joined(List<String> texts) {
    return String.join("", texts.stream().map(text -> text + END).toList());
  }

  private static String joined(Map<String, String> pairs) {
    var texts = new ArrayList<String>();
    pairs.forEach((key, shard) -> {
      EntityKey.requireKey("PartitionKey", key);
      texts.add(key);
      texts.add(shard);
    });
    return joined(texts);
  }

  private static List<String> split(String joined) {
    var texts = List.of(joined.split(END, -1));
    return texts.subList(0, texts.size() - 1);
  }

  private static Map<String, String> pairs(List<String> texts) {
    var pairs = new TreeMap<String, String>();
    for (var i = 0; i + 1 < texts.size(); i += 2) {
      pairs.put(texts.get(i), texts.get(i + 1));
    }
    return pairs;
  }
}
