package io.weir.pattern.migration;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.entity.AfterAge;
import io.weir.api.entity.Expiry;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import reactor.core.publisher.Mono;

/**
 * Moves a region of keys from one shard to another while the routers of {@link MovableTables} read
 * and write it.
 *
 * <p>The intent is stored beside the map first. If the program that carries it out dies, another
 * one can {@link #resume} or {@link #rollBack}. If several programs do so at once, the last one to
 * begin goes on, and the others fail with {@code UpdateConditionNotSatisfied} or
 * {@code ResourceNotFound} before they change anything more.
 *
 * <p>Cancelling stops the work between two requests, as a failure does. Immutable; any thread.
 */
public final class RegionMigration {

  private final MovableShards shards;
  private final MigrationRecords records;

  private RegionMigration(MovableShards shards) {
    this.shards = shards;
    this.records = new MigrationRecords(shards);
  }

  /** Returns the migrations of a map's shards. */
  public static RegionMigration over(MovableShards shards) {
    return new RegionMigration(shards);
  }

  /**
   * Moves a region. Completes when the target has it and the source is empty.
   *
   * <p>Fails with {@code EntityAlreadyExists} while another migration of the map is stored, and
   * with {@code InvalidInput} if the map has no such region, if it belongs to several shards or to
   * the target, or if a table expires by age: a move would renew its entities.
   */
  public Mono<Void> migrate(KeyRegion region, String target) {
    return begin(region, target).then(Mono.defer(this::resume));
  }

  /** Stores the intent only. Fails as {@link #migrate} does. */
  public Mono<Migration> begin(KeyRegion region, String target) {
    return shards
        .maps()
        .load(shards.name())
        .map(stored -> region.shardIn(stored.map()))
        .flatMap(source -> {
          if (source.equals(target)) {
            return Mono.error(new InvalidRequestException(
                ErrorCode.INVALID_INPUT, "region=" + region.text() + " already=" + target));
          }
          shards.service(target);
          return refuseExpiry(shards.service(source))
              .then(Mono.defer(() -> records.insert(Migration.begin(0, region, source, target))));
        });
  }

  private Mono<Void> refuseExpiry(TableService source) {
    return shards
        .tablesOf(source)
        .concatMap(table -> refuseExpiry(source, table))
        .then();
  }

  private static Mono<Expiry> refuseExpiry(TableService source, TableName table) {
    return source
        .setting(table, TableSetting.EXPIRY)
        .onErrorResume(MigrationRun::isNotImplemented, lacking -> Mono.empty())
        .filter(AfterAge.class::isInstance)
        .flatMap(rule -> Mono.error(new InvalidRequestException(
            ErrorCode.INVALID_INPUT, "table=" + table + " expiry=byAge")));
  }

  /**
   * Takes over the stored migration and carries it to its end, in the direction that it has.
   * Completes at once if there is none.
   */
  public Mono<Void> resume() {
    return records
        .find()
        .flatMap(found -> MigrationRun.takeOver(shards, found))
        .flatMap(MigrationRun::proceed);
  }

  /**
   * Takes over the stored migration and undoes it. Completes when the source takes writes again and
   * the target is empty; at once if there is no migration. Fails with {@code InvalidInput} after
   * the switch: {@link #resume} it, and migrate back.
   */
  public Mono<Void> rollBack() {
    return records
        .find()
        .flatMap(found -> MigrationRun.takeOver(shards, found))
        .flatMap(MigrationRun::rollBack);
  }

  /** Reads the stored migration. Empty if there is none. */
  public Mono<Migration> pending() {
    return records.find();
  }
}
