package io.weir.pattern.migration;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import reactor.core.publisher.Mono;

/**
 * The record of a map's migration. Each change requires the version that was read, and fails with
 * {@code UpdateConditionNotSatisfied} or {@code ResourceNotFound} if another program has taken over
 * or ended the migration. Immutable; any thread.
 */
record MigrationRecords(MovableShards shards) {

  /** Stores a new record. Fails with {@code EntityAlreadyExists} while there is another. */
  Mono<Migration> insert(Migration migration) {
    return shards
        .mapService()
        .write(shards.mapTable(), new Write.Insert(migration.entity(shards.name())))
        .map(written -> migration.stored(written.etag().orElseThrow()));
  }

  /** Reads the record. Empty if there is none. */
  Mono<Migration> find() {
    return Mono.defer(() -> shards.mapService().get(shards.mapTable(), key())).map(Migration::of);
  }

  Mono<Migration> replace(Migration next) {
    return shards
        .mapService()
        .write(shards.mapTable(), replacement(next))
        .map(written -> next.stored(written.etag().orElseThrow()));
  }

  /** Replaces the record together with the map, in which the target has the region from now on. */
  Mono<Migration> switched(Migration migration) {
    var next = migration.at(Migration.Step.SWITCHED);
    return shards.maps().load(shards.name()).flatMap(before -> {
      if (!migration.region().shardIn(before.map()).equals(migration.source())) {
        return Mono.error(new InvalidRequestException(
            ErrorCode.INVALID_INPUT, "region=" + migration.region().text() + " map=replaced"));
      }
      return shards
          .maps()
          .replace(
              shards.name(),
              before,
              migration.region().moved(before.map(), migration.target()),
              replacement(next))
          .map(results -> next.stored(results.get(1).etag().orElseThrow()));
    });
  }

  Mono<Void> remove(Migration migration) {
    return shards
        .mapService()
        .write(
            shards.mapTable(),
            new Write.Delete(key(), IfMatch.version(migration.version().orElseThrow())))
        .then();
  }

  private Write replacement(Migration next) {
    return new Write.Update(
        next.entity(shards.name()),
        WriteMode.REPLACE,
        IfMatch.version(next.version().orElseThrow()));
  }

  private EntityKey key() {
    return new EntityKey(shards.name(), Migration.ROW);
  }
}
