package io.weir.pattern.relation;

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
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.Conflicts;
import io.weir.pattern.FreshName;
import io.weir.pattern.Lookups;
import io.weir.pattern.index.Divergence;
import io.weir.pattern.key.CompoundKey;
import io.weir.pattern.key.CompoundKeyReader;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Values of two parts, the main part in one table and the detail in another, so that a program
 * which needs the main part alone does not read the detail.
 *
 * <p>Both parts have the same key for the program. A detail is stored under the key and an
 * identifier of its write, and is never changed; the property {@value #DETAIL} of the main part has
 * the identifier. The write of the main part is the moment at which both change, for every reader,
 * also without joint commits. A program that dies may leave a detail that no main part names:
 * {@link #verify} finds it, {@link #repair} removes it. With {@link #jointly} a write is one joint
 * commit, and no such detail arises.
 *
 * <p>All programs that write main parts use this class. A main part that another program has
 * replaced names no detail any more: reading the detail fails with {@code InternalError},
 * {@code detail=unnamed}, {@link #verify} reports the details as {@code STALE}, and no repair
 * removes them.
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

  /**
   * Returns these values with joint commits in place of steps. Fails with {@code NotImplemented} if
   * the service has none.
   */
  public SplitEntities<M, D> jointly() {
    return new SplitEntities<>(service, mains, details, true, clock);
  }

  /** Returns these values with another clock for {@link #repair}. */
  public SplitEntities<M, D> withClock(InstantSource other) {
    return new SplitEntities<>(service, mains, details, joint, other);
  }

  /**
   * Stores a new value. The key is that of the main part. Fails with {@code EntityAlreadyExists}.
   */
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
   * Reads both parts, of one write. Empty if the value is absent. Begins again if it changes
   * meanwhile, at most {@value Conflicts#ATTEMPTS} times, and then fails with {@code ServerBusy}.
   * Fails with {@code InternalError}, {@code detail=unnamed}, if the main part names no detail.
   */
  public Mono<Whole<M, D>> get(EntityKey key) {
    return read(key).map(Read::whole);
  }

  /** Both parts of one write, and the entity of the main part. */
  private record Read<M, D>(Entity stored, Whole<M, D> whole) {}

  private Mono<Read<M, D>> read(EntityKey key) {
    return Mono.defer(() -> service.get(mains.table(), key))
        .flatMap(main -> service
            .get(details.table(), namedDetail(main))
            .switchIfEmpty(Mono.error(() -> new ServiceBusyException("detail=changedDuringRead")))
            .map(detail -> new Read<>(main, whole(main, rekeyed(detail, key)))))
        .retryWhen(Conflicts.retry(ServiceBusyException.class::isInstance));
  }

  private Whole<M, D> whole(Entity main, Entity detail) {
    return new Whole<>(mains.type().fromEntity(main), details.type().fromEntity(detail));
  }

  /**
   * Reads both parts as {@link #get} does, changes them, and writes both; begins again if the value
   * has changed meanwhile.
   */
  public Mono<Whole<M, D>> update(EntityKey key, UnaryOperator<Whole<M, D>> change) {
    return read(key)
        .flatMap(before -> {
          var after = change.apply(before.whole());
          var parts = parts(after.main(), after.detail());
          var write = new Write.Update(
              parts.main(),
              WriteMode.REPLACE,
              IfMatch.version(before.stored().etag().orElseThrow()));
          return store(parts, write, Optional.of(namedDetail(before.stored()))).thenReturn(after);
        })
        .retryWhen(Conflicts.retry(SplitEntities::isOvertaken));
  }

  /**
   * Changes the main part alone; begins again if it has changed meanwhile. Empty if it is absent.
   * Fails with {@code InternalError}, {@code detail=unnamed}, if it names no detail.
   */
  public Mono<M> updateMain(EntityKey key, UnaryOperator<M> change) {
    return Mono.defer(() -> service.get(mains.table(), key))
        .flatMap(stored -> {
          var name = stored.getString(DETAIL).orElseThrow(() -> unnamed(stored));
          var after = change.apply(mains.type().fromEntity(stored));
          var entity = named(mains.type().toEntity(after), name);
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
          var detail = detailKey(stored);
          return joint
              ? service
                  .commit(new JointCommit(operations(removal, removalOf(detail))))
                  .then()
              : service
                  .write(mains.table(), removal)
                  .then(Mono.justOrEmpty(detail).flatMap(this::removeDetail));
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
    return new Parts(entity, rekeyed(details.type().toEntity(detail), namedDetail(entity)));
  }

  /**
   * Stores the detail, then the main part that names it, and removes the detail that it named
   * before.
   */
  private Mono<Void> store(Parts parts, Write main, Optional<EntityKey> outdated) {
    var detail = new Write.Insert(parts.detail());
    if (!joint) {
      return service
          .write(details.table(), detail)
          .then(Mono.defer(() -> service.write(mains.table(), main)))
          .onErrorResume(
              SplitEntities::isRefused,
              refused -> removeUnused(detail.key()).then(Mono.error(refused)))
          .then(Mono.defer(() -> outdated.map(this::removeDetail).orElseGet(Mono::empty)));
    }
    var ofDetails = Stream.concat(Stream.of(detail), removalOf(outdated));
    return service.commit(new JointCommit(operations(main, ofDetails))).then();
  }

  /** Returns the operations of a joint commit. That on the main part is the first, and decides. */
  private List<TableWrite> operations(Write main, Stream<Write> ofDetails) {
    return Stream.concat(
            Stream.of(TableWrite.of(mains.table(), main)),
            ofDetails.map(write -> TableWrite.of(details.table(), write)))
        .toList();
  }

  private static Stream<Write> removalOf(Optional<EntityKey> detail) {
    return detail.stream().map(key -> new Write.Delete(key, IfMatch.ANY));
  }

  /** Whether the main part was certainly not written, so that nothing names its detail. */
  private static boolean isRefused(Throwable failure) {
    return isOvertaken(failure) || failure instanceof ConflictException;
  }

  /**
   * Removes the detail of a refused write.
   *
   * <p>deliberate: ignores a failure. The caller needs to hear why the main part was refused, and a
   * detail that stays is one that {@link #repair} removes.
   */
  private Mono<Void> removeUnused(EntityKey key) {
    return removeDetail(key).onErrorComplete(TableServiceException.class);
  }

  private Mono<Void> removeDetail(EntityKey key) {
    return service
        .write(details.table(), new Write.Delete(key, IfMatch.ANY))
        .then()
        .onErrorResume(Conflicts::isGone, absent -> Mono.empty());
  }

  /**
   * Reads all details and emits those that no main part names: {@code STALE} with the main part if
   * it names no detail at all, {@code DANGLING} otherwise.
   */
  public Flux<Divergence> verify() {
    return Lookups.of(
            service,
            mains.table(),
            Flux.defer(() -> service.query(
                details.table(),
                Query.ALL.select(Selection.of("PartitionKey", "RowKey", "Timestamp")))),
            SplitEntities::mainKey)
        .filter(found -> !found
            .entity()
            .flatMap(SplitEntities::detailKey)
            .equals(Optional.of(found.item().key())))
        .map(found -> found
            .entity()
            .filter(main -> detailKey(main).isEmpty())
            .map(main -> ofUnnamed(found.item(), main))
            .orElseGet(() -> Divergence.dangling(details.table(), found.item())));
  }

  private Divergence ofUnnamed(Entity detail, Entity main) {
    return new Divergence(
        Divergence.Kind.STALE,
        new TableKey(details.table(), detail.key()),
        Optional.of(detail),
        Optional.of(main));
  }

  /**
   * Removes the {@code DANGLING} details, and emits them. Leaves details alone that were written
   * since the time: their writer may be about to write the main part. The time must exceed the
   * longest write.
   */
  public Flux<Divergence> repair(Duration settled) {
    return Flux.defer(() -> {
      var before = clock.instant().minus(settled);
      return verify()
          .filter(found -> found.kind() == Divergence.Kind.DANGLING)
          .filter(found -> found.isStoredBefore(before))
          .concatMap(found -> removeDetail(found.row().key()).thenReturn(found));
    });
  }

  /** Returns a main part that names a detail, in place of the name that it may have from a read. */
  private static Entity named(Entity main, String write) {
    var entity = new EntityBuilder().key(main.key());
    main.toMap().forEach((name, value) -> {
      if (!name.equals(DETAIL)) {
        entity.set(name, value);
      }
    });
    return entity.set(DETAIL, write).build();
  }

  /** Returns the key of the detail that a main part names. Empty if it names none. */
  private static Optional<EntityKey> detailKey(Entity main) {
    return main.getString(DETAIL)
        .map(write -> new EntityKey(
            main.partitionKey(), CompoundKey.of(main.rowKey()).then(write).text()));
  }

  private static EntityKey namedDetail(Entity main) {
    return detailKey(main).orElseThrow(() -> unnamed(main));
  }

  private static ServiceFailedException unnamed(Entity main) {
    return new ServiceFailedException(
        ErrorCode.INTERNAL_ERROR, "outcome=notDone detail=unnamed key=" + main.key(), null);
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
