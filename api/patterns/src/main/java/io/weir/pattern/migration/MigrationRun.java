package io.weir.pattern.migration;

import io.weir.api.FeedItem;
import io.weir.api.FeedStart;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.pattern.migration.Migration.Step;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * One program's work on a migration, from the step at which it took the migration over to the end.
 *
 * <p>Invariants: the record is replaced before a step begins. Each step can be repeated from its
 * beginning. The program changes the record and the fences only from the versions that it made
 * itself when it took over, so a program that was taken over changes nothing any more.
 *
 * <p>Belongs to one subscription, whose signals follow one another.
 */
final class MigrationRun {

  /** The region is frozen when a round has had no more changes than this. */
  private static final long SMALL_ROUND = 256;

  /**
   * The region is frozen after this number of rounds in any case: its writers are faster than the
   * copy.
   */
  private static final int MOST_ROUNDS = 32;

  private final MovableShards shards;
  private final MigrationRecords records;
  private final TableService source;
  private final TableService target;
  private Migration migration;
  private Fence sourceFence;
  private Fence targetFence;
  private int rounds;

  private MigrationRun(
      MovableShards shards, Migration migration, Fence sourceFence, Fence targetFence) {
    this.shards = shards;
    this.records = new MigrationRecords(shards);
    this.source = shards.service(migration.source());
    this.target = shards.service(migration.target());
    this.migration = migration;
    this.sourceFence = sourceFence;
    this.targetFence = targetFence;
  }

  /**
   * Takes a migration over: the record first, then the fences. The epoch is above that of the
   * record and of both fences. A program that was delayed between the two finds the fences changed
   * and fails.
   */
  static Mono<MigrationRun> takeOver(MovableShards shards, Migration found) {
    return Fence.load(shards.service(found.source()), shards.fence(found.source()))
        .zipWhen(fence -> Fence.load(shards.service(found.target()), shards.fence(found.target())))
        .flatMap(fences -> {
          var epoch = 1
              + Math.max(
                  found.epoch(), Math.max(fences.getT1().epoch(), fences.getT2().epoch()));
          return new MigrationRecords(shards)
              .replace(found.takenOver(epoch))
              .map(taken -> new MigrationRun(shards, taken, fences.getT1(), fences.getT2()));
        })
        .flatMap(run -> run.takeFences().thenReturn(run));
  }

  private Mono<Void> takeFences() {
    return fenceSource(sourceFence.state())
        .then(Mono.defer(() -> fenceTarget(
            migration.step() == Step.SWITCHED ? targetFence.state() : Fence.State.INCOMING)));
  }

  /** Carries out the steps that are left. */
  Mono<Void> proceed() {
    return switch (migration.step()) {
      case COPYING -> copy().then(Mono.defer(this::proceed));
      case FOLLOWING -> follow().then(Mono.defer(this::proceed));
      case FROZEN -> freeze().then(Mono.defer(this::proceed));
      case SWITCHED -> end();
      case ROLLING_BACK -> undo();
    };
  }

  /** Goes back instead. Fails with {@code InvalidInput} after the switch. */
  Mono<Void> rollBack() {
    return migration.step() == Step.SWITCHED
        ? Mono.error(
            () -> new InvalidRequestException(ErrorCode.INVALID_INPUT, "migration=switched"))
        : save(migration.at(Step.ROLLING_BACK)).then(Mono.defer(this::proceed));
  }

  /**
   * Copies the tables from a noted place of the feed on. Without a feed there is nothing to follow:
   * the region is frozen at once.
   */
  private Mono<Void> copy() {
    var noted = migration.feed().isPresent()
        ? Mono.just(true)
        : note()
            .thenReturn(true)
            .onErrorResume(
                MigrationRun::isNotImplemented,
                lacking -> save(migration.at(Step.FROZEN)).thenReturn(false));
    return noted.flatMap(isFollowed -> isFollowed
        ? copyTables().then(Mono.defer(() -> save(migration.at(Step.FOLLOWING))))
        : Mono.empty());
  }

  private Mono<Void> note() {
    return source
        .changes(follower().scope(), FeedStart.NOW)
        .next()
        .map(FeedItem::token)
        .flatMap(place -> save(migration.after(place)));
  }

  static boolean isNotImplemented(Throwable failure) {
    return failure instanceof TableServiceException refused
        && refused.code() == ErrorCode.NOT_IMPLEMENTED;
  }

  private Mono<Void> copyTables() {
    return shards
        .tablesOf(source)
        .filter(table -> !isCopied(table))
        .concatMap(table -> regionCopy()
            .target()
            .ready(table)
            .filter(exists -> exists)
            .flatMap(exists -> copy(table)))
        .then();
  }

  private boolean isCopied(TableName table) {
    return migration
        .copied()
        .filter(place -> {
          var order = table.folded().compareTo(place.table().folded());
          return order < 0 || order == 0 && place.to().isEmpty();
        })
        .isPresent();
  }

  private Mono<Void> copy(TableName table) {
    var begun = migration.copied().filter(place -> place.table().equals(table));
    var left = Query.ALL
        .where(migration.region().filter())
        .from(begun.flatMap(Migration.Copied::to).orElse(null));
    return Pages.of(source, table, left).concatMap(page -> copy(table, page), 0).then();
  }

  private Mono<Void> copy(TableName table, Page<Entity> page) {
    return regionCopy()
        .store(table, page.items())
        .then(Mono.defer(() -> save(migration.copied(table, Optional.ofNullable(page.next())))));
  }

  private Mono<Void> follow() {
    return round()
        .flatMap(round -> save(migration.after(round.place())).thenReturn(round.changes()))
        .flatMap(changes -> changes > SMALL_ROUND && rounds < MOST_ROUNDS
            ? follow()
            : save(migration.at(Step.FROZEN)));
  }

  private Mono<ChangeFollower.Round> round() {
    return Mono.defer(() -> {
      rounds++;
      return follower().follow(migration.feed().orElseThrow(), migration.epoch() + "." + rounds);
    });
  }

  private ChangeFollower follower() {
    return new ChangeFollower(shards, migration.region(), regionCopy());
  }

  /**
   * Freezes the region, repeats the last changes, makes the target equal, and switches the map if a
   * comparison has found no difference.
   *
   * <p>deliberate: equality does not rest on the feed. The comparison also finds what the feed does
   * not tell, and is the copy without a feed.
   */
  private Mono<Void> freeze() {
    return fenceSource(Fence.State.FROZEN)
        .then(Mono.defer(() -> migration.feed().isPresent() ? round().then() : Mono.empty()))
        .then(compare())
        .flatMap(differences -> differences == 0 ? Mono.just(differences) : compare())
        .flatMap(differences -> differences == 0
            ? records.switched(migration)
            : Mono.error(new ServiceFailedException(
                ErrorCode.INTERNAL_ERROR, "migration=unequal differences=" + differences, null)))
        .doOnNext(switched -> migration = switched)
        .then();
  }

  private Mono<Long> compare() {
    return Mono.defer(() -> {
      var copy = regionCopy();
      return shards
          .tablesOf(source)
          .filterWhen(copy.target()::ready)
          .concatMap(copy::repair)
          .reduce(0L, Long::sum);
    });
  }

  /** Closes the source before it opens the target, so that no entity is ever written in both. */
  private Mono<Void> end() {
    return fenceSource(Fence.State.GONE)
        .then(Mono.defer(() -> fenceTarget(Fence.State.OPEN)))
        .then(Mono.defer(() -> empty(writer(source, migration.source(), sourceFence))))
        .then(Mono.defer(() -> fenceSource(Fence.State.OPEN)))
        .then(Mono.defer(() -> records.remove(migration)));
  }

  private Mono<Void> undo() {
    return fenceSource(Fence.State.OPEN)
        .then(Mono.defer(() -> empty(targetWriter())))
        .then(Mono.defer(() -> fenceTarget(Fence.State.OPEN)))
        .then(Mono.defer(() -> records.remove(migration)));
  }

  private Mono<Void> empty(FencedWriter writer) {
    return shards.tablesOf(writer.service()).concatMap(writer::empty).then();
  }

  private RegionCopy regionCopy() {
    var region = migration.region();
    return new RegionCopy(
        source,
        new RegionTarget(source, targetWriter()),
        key -> shards.isSpread(key.table()) && region.contains(key.key().partitionKey()),
        region.filter());
  }

  private FencedWriter targetWriter() {
    return writer(target, migration.target(), targetFence);
  }

  private FencedWriter writer(TableService service, String shard, Fence fence) {
    return new FencedWriter(service, shards.fence(shard), fence, migration.region());
  }

  private Mono<Void> fenceSource(Fence.State state) {
    return fenced(source, migration.source(), sourceFence, state)
        .doOnNext(fence -> sourceFence = fence)
        .then();
  }

  private Mono<Void> fenceTarget(Fence.State state) {
    return fenced(target, migration.target(), targetFence, state)
        .doOnNext(fence -> targetFence = fence)
        .then();
  }

  private Mono<Fence> fenced(TableService service, String shard, Fence before, Fence.State state) {
    return before.replace(
        service,
        shards.fence(shard),
        migration.epoch(),
        state,
        state == Fence.State.OPEN ? Optional.empty() : Optional.of(migration.region()));
  }

  private Mono<Void> save(Migration next) {
    return records.replace(next).doOnNext(stored -> migration = stored).then();
  }
}
