package io.weir.client.pattern.relation;

import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.key.CompoundKey;
import io.weir.client.key.CompoundKeyReader;
import io.weir.client.pattern.conflict.Conflicts;
import io.weir.client.pattern.conflict.FreshName;
import io.weir.client.pattern.index.Divergence;
import io.weir.client.pattern.join.Lookups;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Values of two parts, the main part in one table and the detail in another, so that those who need the main part alone do not read the detail.
 *
 * <p>Both parts have the same key for the program. A detail is stored under the key and an identifier of its write, and is never changed; the
 * property {@value #DETAIL} of the main part has the identifier. The write of the main part is the moment at which both change, for every
 * reader, also without joint commits. A program that dies may leave a detail that no main part names: {@link #verify} finds it, {@link #repair}
 * removes it. With {@link #jointly} a write is one joint commit, and no such detail arises.
 *
 * <p>Immutable; any thread.
 */
public final class SplitEntities<M, D> {

  /** The property of the main part that names the detail. */
  public static final String DETAIL = "WeirDetail";

  private final TableService service;
  private final Members<M> mains;
  private final Members<D> details;
  private final boolean joint;
  private final InstantSource clock;

  /** Both parts of a value. */
  public record Whole<M, D>(M main, D detail) {}

  private SplitEntities(
      TableService service,
      Members<M> mains,
      Members<D> details,
      boolean joint,
      InstantSource clock) {
    this.service = service;
    this.mains = mains;
    this.details = details;
    this.joint = joint;
    this.clock = clock;
  }

  /** Returns the values of two tables. */
  public static <M, D> SplitEntities<M, D> of(
      TableService service, Members<M> mains, Members<D> details) {
    return new SplitEntities<>(service, mains, details, false, Clock.systemUTC());
  }

  /** Returns these values with joint commits in place of steps. Fails with {@code NotImplemented} if the service has none. */
  public SplitEntities<M, D> jointly() {
    return new SplitEntities<>(service, mains, details, true, clock);
  }

  /** Returns these values with another clock for {@link #repair}. */
  public SplitEntities<M, D> withClock(InstantSource other) {
    return new SplitEntities<>(service, mains, details, joint, other);
  }

  /** Stores a new value. The key is that of the main part. Fails with {@code EntityAlreadyExists}. */
  public Mono<Void> insert(M main, D detail) {
    return Mono.defer(() -> {
      var parts = parts(main, detail);
      return store(parts, new Write.Insert(parts.main()), Optional.empty());
    });
  }

  /** Reads the main part. Empty if it is absent. */
  public Mono<M> main(EntityKey key) {
    return service.get(mains.table(), key).map(mains.type()::fromEntity);
  }

  /**
   * Reads both parts, of one write. Empty if the value is absent. Begins again if it changes meanwhile, at most {@value Conflicts#ATTEMPTS}
   * times, and then fails with {@code ServerBusy}.
   */
  public Mono<Whole<M, D>> get(EntityKey key) {
    return read(key).map(Read::whole);
  }

  /** Both parts of one write, and the entity of the main part. */
  private record Read<M, D>(Entity stored, Whole<M, D> whole) {}

  private Mono<Read<M, D>> read(EntityKey key) {
    return Mono.defer(() -> service.get(mains.table(), key))
        .flatMap(main -> service
            .get(details.table(), detailKey(main))
            .switchIfEmpty(Mono.error(() -> new ServiceBusyException("detail=changedDuringRead")))
            .map(detail -> new Read<>(main, whole(main, rekeyed(detail, key)))))
        .retryWhen(Conflicts.retry(ServiceBusyException.class::isInstance));
  }

  private Whole<M, D> whole(Entity main, Entity detail) {
    return new Whole<>(mains.type().fromEntity(main), details.type().fromEntity(detail));
  }

  /** Reads both parts, changes them, and writes both; begins again if the value has changed meanwhile. Empty if it is absent. */
  public Mono<Whole<M, D>> update(EntityKey key, UnaryOperator<Whole<M, D>> change) {
    return read(key)
        .flatMap(before -> {
          var after = change.apply(before.whole());
          var parts = parts(after.main(), after.detail());
          var write = new Write.Update(
              parts.main(),
              WriteMode.REPLACE,
              IfMatch.version(before.stored().etag().orElseThrow()));
          return store(parts, write, Optional.of(detailKey(before.stored()))).thenReturn(after);
        })
        .retryWhen(Conflicts.retry(SplitEntities::isOvertaken));
  }

  /** Changes the main part alone; begins again if it has changed meanwhile. Empty if it is absent. */
  public Mono<M> updateMain(EntityKey key, UnaryOperator<M> change) {
    return Mono.defer(() -> service.get(mains.table(), key))
        .flatMap(stored -> {
          var after = change.apply(mains.type().fromEntity(stored));
          var entity =
              named(mains.type().toEntity(after), stored.getString(DETAIL).orElseThrow());
          return service
              .write(
                  mains.table(),
                  new Write.Update(
                      entity, WriteMode.REPLACE, IfMatch.version(stored.etag().orElseThrow())))
              .thenReturn(after);
        })
        .retryWhen(Conflicts.retry(SplitEntities::isOvertaken));
  }

  /** Removes a value of any version. Does nothing if it is absent. */
  public Mono<Void> delete(EntityKey key) {
    return Mono.defer(() -> service.get(mains.table(), key))
        .flatMap(stored -> {
          var removal = new Write.Delete(key, IfMatch.version(stored.etag().orElseThrow()));
          var detail = new Write.Delete(detailKey(stored), IfMatch.ANY);
          return joint
              ? service
                  .commit(JointCommit.of(
                      TableWrite.of(mains.table(), removal),
                      TableWrite.of(details.table(), detail)))
                  .then()
              : service.write(mains.table(), removal).then(removeDetail(detail.key()));
        })
        .retryWhen(Conflicts.retry(SplitEntities::isOvertaken));
  }

  private static boolean isOvertaken(Throwable failure) {
    return Conflicts.hasMovedOn(failure);
  }

  /** The entities of a write. */
  private record Parts(Entity main, Entity detail) {}

  private Parts parts(M main, D detail) {
    var write = FreshName.create().toString();
    var entity = named(mains.type().toEntity(main), write);
    return new Parts(entity, rekeyed(details.type().toEntity(detail), detailKey(entity)));
  }

  /** Stores the detail, then the main part that names it, and removes the detail that it named before. */
  private Mono<Void> store(Parts parts, Write main, Optional<EntityKey> outdated) {
    var detail = new Write.Insert(parts.detail());
    if (!joint) {
      return service
          .write(details.table(), detail)
          .then(Mono.defer(() -> service.write(mains.table(), main)))
          .onErrorResume(
              SplitEntities::isRefused,
              refused -> removeDetail(detail.key()).then(Mono.error(refused)))
          .then(Mono.defer(() -> outdated.map(this::removeDetail).orElseGet(Mono::empty)));
    }
    var operations = new ArrayList<TableWrite>();
    operations.add(TableWrite.of(mains.table(), main));
    operations.add(TableWrite.of(details.table(), detail));
    outdated.ifPresent(
        key -> operations.add(TableWrite.of(details.table(), new Write.Delete(key, IfMatch.ANY))));
    return service.commit(new JointCommit(operations)).then();
  }

  /** Whether the main part was certainly not written, so that nothing names its detail. */
  private static boolean isRefused(Throwable failure) {
    return isOvertaken(failure) || failure instanceof ConflictException;
  }

  private Mono<Void> removeDetail(EntityKey key) {
    return service
        .write(details.table(), new Write.Delete(key, IfMatch.ANY))
        .then()
        .onErrorResume(Conflicts::isGone, absent -> Mono.empty());
  }

  /** Reads all details and emits those that no main part names. */
  public Flux<Divergence> verify() {
    return Lookups.of(
            service,
            mains.table(),
            Flux.defer(() -> service.query(
                details.table(),
                Query.ALL.select(Selection.of("PartitionKey", "RowKey", "Timestamp")))),
            SplitEntities::mainKey)
        .filter(found -> found
            .entity()
            .filter(main -> detailKey(main).equals(found.item().key()))
            .isEmpty())
        .map(found -> new Divergence(
            Divergence.Kind.DANGLING,
            new TableKey(details.table(), found.item().key()),
            Optional.of(found.item()),
            Optional.empty()));
  }

  /**
   * Removes the details that no main part names, and emits them. Leaves details alone that were written since the time: their writer may be about
   * to write the main part. The time must exceed the longest write.
   */
  public Flux<Divergence> repair(Duration settled) {
    return Flux.defer(() -> {
      var before = clock.instant().minus(settled);
      return verify()
          .filter(found -> found
              .stored()
              .flatMap(Entity::timestamp)
              .filter(written -> written.toInstant().isBefore(before))
              .isPresent())
          .concatMap(found -> removeDetail(found.row().key()).thenReturn(found));
    });
  }

  private static Entity named(Entity main, String write) {
    var entity = new EntityBuilder().key(main.key());
    main.toMap().forEach(entity::set);
    return entity.set(DETAIL, write).build();
  }

  private static EntityKey detailKey(Entity main) {
    var write = main.getString(DETAIL)
        .orElseThrow(
            () -> new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "detail=" + main.key()));
    return new EntityKey(
        main.partitionKey(), CompoundKey.of(main.rowKey()).then(write).text());
  }

  private static EntityKey mainKey(Entity detail) {
    return new EntityKey(
        detail.partitionKey(), CompoundKeyReader.of(detail.rowKey()).text());
  }

  private static Entity rekeyed(Entity entity, EntityKey key) {
    var copy = new EntityBuilder().key(key);
    entity.toMap().forEach(copy::set);
    return copy.build();
  }
}
