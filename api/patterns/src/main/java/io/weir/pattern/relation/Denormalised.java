package io.weir.pattern.relation;

import io.weir.api.FeedItem;
import io.weir.api.JointCommit;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.queue.NewMessage;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.pattern.Conflicts;
import io.weir.pattern.index.Divergence;
import io.weir.pattern.key.CompoundKey;
import io.weir.pattern.key.CompoundKeyReader;
import io.weir.pattern.process.ChangeBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Two tables of which one, the children, repeats properties of the other, the parents. Both have
 * Java types.
 *
 * <p>All programs that write children or parents use this class with the same copies; children are
 * removed as any other entity is. The repeated properties of a given child are ignored: the parent
 * decides. See the package for what is promised jointly and in steps.
 *
 * <p>A program in steps that changes a parent may die before it has changed the children. A
 * follower completes its work: {@link #apply} for the change feed, {@link #message} and
 * {@link #handle} for a queue. Without either, {@link #repair} does.
 *
 * <p>Immutable; any thread.
 */
public final class Denormalised<P, C> {

  /** Most children of a joint change: its other operations are the parent and its arrival. */
  private static final int MOST_CHILDREN = JointCommit.MAX_OPERATIONS - 2;

  private final TableService service;
  private final Members<P> parents;
  private final Members<C> children;
  private final ParentLink<C> link;
  private final CopyRules rules;
  private final CopyUpkeep<P, C> upkeep;
  private final Optional<ArrivalMarks> arrivals;

  private Denormalised(CopyUpkeep<P, C> upkeep, Optional<ArrivalMarks> arrivals) {
    this.service = upkeep.service();
    this.parents = upkeep.parents();
    this.children = upkeep.children();
    this.link = upkeep.link();
    this.rules = upkeep.rules();
    this.upkeep = upkeep;
    this.arrivals = arrivals;
  }

  /**
   * Returns two tables, which exist. Fails with {@link IllegalArgumentException} without copies,
   * and if two have one name.
   *
   * @param copies the property of a child by that of the parent, as the entities have them
   */
  public static <P, C> Denormalised<P, C> of(
      TableService service,
      Members<P> parents,
      Members<C> children,
      ParentLink<C> link,
      Map<String, String> copies) {
    var upkeep = new CopyUpkeep<>(service, parents, children, link, new CopyRules(copies), false);
    return new Denormalised<>(upkeep, Optional.empty());
  }

  /**
   * Returns these tables with joint commits in place of steps. Needs a third table, whose name is
   * that of the children and {@value ArrivalMarks#SUFFIX}: see {@link #createIfAbsent}. Writes fail
   * with {@code NotImplemented} if the service has no joint commits.
   */
  public Denormalised<P, C> jointly() {
    return new Denormalised<>(
        upkeep.jointly(), Optional.of(ArrivalMarks.of(service, children.table())));
  }

  /** Creates the third table if it is needed and does not exist. */
  public Mono<Void> createIfAbsent() {
    return Mono.justOrEmpty(arrivals).flatMap(ArrivalMarks::createIfAbsent);
  }

  /**
   * Stores a new parent, and after that brings the children up to date that an earlier parent of
   * this key has left. Fails with {@code EntityAlreadyExists}; nothing is changed then. Fails as
   * {@link #replaceParent} does if the children cannot be brought up to date.
   */
  public Mono<Void> insertParent(P parent) {
    return Mono.fromCallable(() -> parents.type().toEntity(parent))
        .flatMap(entity -> service
            .write(parents.table(), new Write.Insert(entity))
            .then(Mono.defer(() -> follow(entity.key()))));
  }

  /**
   * Replaces a parent of the version that the value names, and its properties in all children. More
   * children than a joint commit has room for are changed after the parent, one by one.
   *
   * <p>Fails with {@code ResourceNotFound} and {@code UpdateConditionNotSatisfied}; nothing is
   * changed then. Fails with {@code InternalError}, {@code parent=written}, and the reason as its
   * cause, if some children could not be changed after the parent; {@link #synchronise} changes
   * them later.
   */
  public Mono<Void> replaceParent(P parent) {
    return Mono.defer(() -> {
      var after = parents.type().toEntity(parent);
      var ifMatch = parents.type().ifMatch(parent);
      var replaced = arrivals.isPresent()
          ? replaceJointly(arrivals.get(), after, ifMatch)
          : service
              .write(parents.table(), new Write.Update(after, WriteMode.REPLACE, ifMatch))
              .thenReturn(false);
      return replaced
          .filter(childrenAgree -> !childrenAgree)
          .flatMap(differ -> follow(after.key()));
    });
  }

  /**
   * Brings the children of a parent that was written up to date. No failure of theirs may look like
   * a refusal of the parent.
   */
  private Mono<Void> follow(EntityKey parent) {
    return synchronise(parent)
        .then()
        .onErrorMap(TableServiceException.class, afterWriteOf("parent"));
  }

  private static Function<TableServiceException, Throwable> afterWriteOf(String what) {
    return failure -> new ServiceFailedException(
        ErrorCode.INTERNAL_ERROR, what + "=written copies=unfinished", failure);
  }

  /**
   * Replaces a parent, together with its children if a joint commit has room for them. Emits
   * whether the children agree then. Begins again if one of them has changed, until the parent is
   * replaced, and not after that.
   */
  private Mono<Boolean> replaceJointly(ArrivalMarks seen, Entity after, IfMatch ifMatch) {
    return seen.unchanged(after.key())
        .zipWith(stored(after.key(), ifMatch))
        .flatMap(read -> rules.repeatAlike(read.getT2(), after)
            ? commitParent(read.getT2(), after, List.of()).thenReturn(true)
            : upkeep
                .outdated(after, MOST_CHILDREN)
                .flatMap(outdated -> commitAll(read.getT1(), read.getT2(), after, outdated))
                .switchIfEmpty(commitParent(read.getT2(), after, List.of()).thenReturn(false)))
        .retryWhen(Conflicts.retry(Denormalised::isOvertaken));
  }

  /** Reads the parent to replace, which has the version that is wanted. */
  private Mono<Entity> stored(EntityKey key, IfMatch ifMatch) {
    return Mono.defer(() -> service.get(parents.table(), key))
        .switchIfEmpty(Mono.error(() -> ParentLink.withoutParent(key)))
        .doOnNext(before -> {
          if (!ifMatch.matches(before.timestampTicks())) {
            throw new PreconditionFailedException("");
          }
        });
  }

  /** Commits a parent and its children; empty if they are too large for one commit. */
  private Mono<Boolean> commitAll(
      TableWrite noArrival, Entity before, Entity after, List<Entity> outdated) {
    var others = new ArrayList<TableWrite>();
    others.add(noArrival);
    outdated.forEach(child -> others.add(upkeep.copying(child, after)));
    return commitParent(before, after, others)
        .thenReturn(true)
        .onErrorResume(Denormalised::isTooLarge, tooLarge -> Mono.empty());
  }

  private static boolean isTooLarge(Throwable failure) {
    return failure instanceof InvalidRequestException refused
        && refused.code() == ErrorCode.REQUEST_BODY_TOO_LARGE;
  }

  private Mono<List<WriteResult>> commitParent(
      Entity before, Entity after, List<TableWrite> others) {
    return Mono.defer(() -> {
      var operations = new ArrayList<TableWrite>();
      operations.add(TableWrite.of(
          parents.table(), new Write.Update(after, WriteMode.REPLACE, version(before))));
      operations.addAll(others);
      return service.commit(new JointCommit(operations));
    });
  }

  /**
   * Whether an operation of a joint commit has met another version than was read. A parent that is
   * absent was not read.
   */
  private static boolean isOvertaken(Throwable failure) {
    return failure instanceof TableServiceException refused
        && refused.failedOperation() >= 0
        && (Conflicts.hasMovedOn(failure)
            || failure instanceof ConflictException taken
                && taken.code() == ErrorCode.ENTITY_ALREADY_EXISTS);
  }

  /**
   * Stores a new child. Fails with {@code EntityAlreadyExists}, and with {@code ResourceNotFound},
   * {@code parent=}, without its parent; nothing is changed then. In steps, fails with
   * {@code InternalError}, {@code child=written}, if its parent has changed meanwhile and the child
   * could not be brought up to date.
   */
  public Mono<C> insert(C child) {
    return Mono.fromCallable(() -> children.type().toEntity(child))
        .flatMap(entity -> store(link.parentOf().apply(child), entity, Write.Insert::new));
  }

  /**
   * Replaces a child of the version that the value names. It may have another parent than before.
   * Fails with {@code ResourceNotFound}, also without its parent, and with
   * {@code UpdateConditionNotSatisfied}; nothing is changed then. Otherwise fails as
   * {@link #insert} does.
   */
  public Mono<C> replace(C child) {
    return Mono.fromCallable(() -> children.type().toEntity(child))
        .flatMap(entity -> store(
            link.parentOf().apply(child),
            entity,
            copied ->
                new Write.Update(copied, WriteMode.REPLACE, children.type().ifMatch(child))));
  }

  /** How a child with its copies is written. */
  private interface ChildWrite {
    Write of(Entity copied);
  }

  /**
   * deliberate: a replaced child always counts as coming, because whether its parent changes is
   * only known after another read.
   */
  private Mono<C> store(EntityKey parent, Entity child, ChildWrite write) {
    return parent(parent)
        .flatMap(found -> {
          var copied = rules.copied(child, found);
          return arrivals.isPresent()
              ? storeJointly(arrivals.get(), found, copied, write.of(copied))
              : storeInSteps(found, copied, write.of(copied));
        })
        .retryWhen(Conflicts.retry(Denormalised::isParentOvertaken))
        .map(children.type()::fromEntity);
  }

  private Mono<Entity> storeJointly(
      ArrivalMarks coming, Entity parent, Entity copied, Write write) {
    return service
        .commit(JointCommit.of(
            TableWrite.present(parents.table(), parent.key(), version(parent)),
            coming.coming(parent.key()),
            TableWrite.of(children.table(), write)))
        .map(results -> copied.withTimestamp(results.get(2).timestampTicks()));
  }

  private static boolean isParentOvertaken(Throwable failure) {
    return Conflicts.hasMovedOn(failure)
        && ((TableServiceException) failure).failedOperation() == 0;
  }

  /**
   * Writes the child, looks at its parent again, and corrects the child if the parent has changed.
   * Returns the child as it is stored then.
   */
  private Mono<Entity> storeInSteps(Entity parent, Entity copied, Write write) {
    return service
        .write(children.table(), write)
        .map(result -> copied.withTimestamp(result.timestampTicks()))
        .flatMap(stored -> service
            .get(parents.table(), parent.key())
            .filter(now -> !rules.repeatAlike(now, parent))
            .flatMap(now -> mended(stored.key()))
            .defaultIfEmpty(stored)
            .onErrorMap(TableServiceException.class, afterWriteOf("child")));
  }

  private Mono<Entity> mended(EntityKey child) {
    return upkeep.mend(child).then(Mono.defer(() -> service.get(children.table(), child)));
  }

  private Mono<Entity> parent(EntityKey key) {
    return Mono.defer(() -> service.get(parents.table(), key))
        .switchIfEmpty(Mono.error(() -> ParentLink.withoutParent(key)));
  }

  /**
   * Brings the children of a parent up to date, and returns how many were not. Does nothing if the
   * parent is absent. Idempotent.
   */
  public Mono<Long> synchronise(EntityKey parent) {
    return upkeep.synchronise(parent);
  }

  /**
   * Brings the children of all parents up to date that a batch of the parents' change feed names.
   * The handler of a {@link io.weir.pattern.process.ChangeProcessor}.
   */
  public Mono<Void> apply(ChangeBatch batch) {
    return Flux.fromIterable(batch.items())
        .ofType(FeedItem.Change.class)
        .filter(change -> change.table().equals(parents.table()))
        .map(FeedItem.Change::key)
        .distinct()
        .concatMap(this::synchronise)
        .then();
  }

  /**
   * Returns a message that names a parent. Put it before {@link #replaceParent}, and hide it for
   * longer than that takes: a worker that takes it earlier does nothing, and a program that dies in
   * between is not noticed.
   */
  public static NewMessage message(EntityKey parent) {
    return NewMessage.of(
            CompoundKey.of(parent.partitionKey()).then(parent.rowKey()).text())
        .neverExpiring();
  }

  /**
   * Brings the children of the parent up to date that a message names. Returns how many were not.
   */
  public Mono<Long> handle(String message) {
    return Mono.fromCallable(() -> CompoundKeyReader.of(message))
        .map(parts -> new EntityKey(parts.text(), parts.text()))
        .flatMap(this::synchronise);
  }

  /**
   * Reads all children and their parents, and emits those that are out of date ({@code STALE}) or
   * without a parent ({@code DANGLING}). In steps, this includes children whose parent is being
   * written.
   */
  public Flux<Divergence> verify() {
    return upkeep.verify();
  }

  /**
   * Brings the children that are out of date up to date, and emits them. Leaves children without a
   * parent as they are.
   */
  public Flux<Divergence> repair() {
    return upkeep.repair();
  }

  private static IfMatch version(Entity entity) {
    return IfMatch.version(entity.etag().orElseThrow());
  }
}
