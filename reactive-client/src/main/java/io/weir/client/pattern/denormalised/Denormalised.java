package io.weir.client.pattern.denormalised;

import io.weir.api.FeedItem;
import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.queue.NewMessage;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.client.key.CompoundKey;
import io.weir.client.key.CompoundKeyReader;
import io.weir.client.pattern.conflict.Conflicts;
import io.weir.client.pattern.index.Divergence;
import io.weir.client.pattern.join.Lookups;
import io.weir.client.pattern.relation.Members;
import io.weir.client.pattern.relation.ParentLink;
import io.weir.client.process.ChangeBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Two tables of which one, the children, repeats properties of the other, the parents. Both have Java types.
 *
 * <p>All programs that write children or parents use this class with the same copies; children are removed as any other entity is. What a given
 * child has in the repeated properties is ignored, the parent decides. See the package for what is promised jointly and in steps.
 *
 * <p>A program in steps that changes a parent may die before it has changed the children. A follower completes its work: {@link #apply} for the
 * change feed, {@link #message} and {@link #handle} for a queue. Without either, {@link #repair} does.
 *
 * <p>Immutable; any thread.
 */
public final class Denormalised<P, C> {

  /** Children that are brought up to date at once. */
  private static final int IN_FLIGHT = 16;

  /** Operations of a joint change besides the children: the parent, and its arrival. */
  private static final int OWN_OPERATIONS = 2;

  private final TableService service;
  private final Members<P> parents;
  private final Members<C> children;
  private final ParentLink<C> link;
  private final CopyRules rules;
  private final Optional<ArrivalMarks> arrivals;

  private Denormalised(
      TableService service,
      Members<P> parents,
      Members<C> children,
      ParentLink<C> link,
      CopyRules rules,
      Optional<ArrivalMarks> arrivals) {
    this.service = service;
    this.parents = parents;
    this.children = children;
    this.link = link;
    this.rules = rules;
    this.arrivals = arrivals;
  }

  /**
   * Returns two tables, which exist. Fails with {@link IllegalArgumentException} without copies, and if two have one name.
   *
   * @param copies the property of a child by that of the parent, as the entities have them
   */
  public static <P, C> Denormalised<P, C> of(
      TableService service,
      Members<P> parents,
      Members<C> children,
      ParentLink<C> link,
      Map<String, String> copies) {
    return new Denormalised<>(
        service, parents, children, link, new CopyRules(copies), Optional.empty());
  }

  /**
   * Returns these tables with joint commits in place of steps. Needs a third table, whose name is that of the children and {@value
   * ArrivalMarks#SUFFIX}: see {@link #createIfAbsent}. Writes fail with {@code NotImplemented} if the service has no joint commits.
   */
  public Denormalised<P, C> jointly() {
    return new Denormalised<>(
        service,
        parents,
        children,
        link,
        rules,
        Optional.of(ArrivalMarks.of(service, children.table())));
  }

  /** Creates the third table if it is needed and does not exist. */
  public Mono<Void> createIfAbsent() {
    return Mono.justOrEmpty(arrivals).flatMap(ArrivalMarks::createIfAbsent);
  }

  /** Stores a new parent. Brings children up to date that an earlier parent of this key has left. Fails with {@code EntityAlreadyExists}. */
  public Mono<Void> insertParent(P parent) {
    return Mono.fromCallable(() -> parents.type().toEntity(parent))
        .flatMap(entity -> service
            .write(parents.table(), new Write.Insert(entity))
            .then(synchronise(entity.key())))
        .then();
  }

  /**
   * Replaces a parent of the version that the value names, and its properties in all children. More children than a joint commit has room for are
   * changed after the parent, one by one.
   *
   * <p>Fails with {@code ResourceNotFound} and {@code UpdateConditionNotSatisfied}; nothing is changed then.
   */
  public Mono<Void> replaceParent(P parent) {
    return Mono.defer(() -> {
      var after = parents.type().toEntity(parent);
      return arrivals.isPresent()
          ? replaceJointly(arrivals.get(), after, parents.type().ifMatch(parent))
          : service
              .write(
                  parents.table(),
                  new Write.Update(after, WriteMode.REPLACE, parents.type().ifMatch(parent)))
              .then(synchronise(after.key()))
              .then();
    });
  }

  private Mono<Void> replaceJointly(ArrivalMarks seen, Entity after, IfMatch ifMatch) {
    return seen.unchanged(after.key())
        .zipWith(stored(after.key(), ifMatch))
        .flatMap(read -> rules.repeatAlike(read.getT2(), after)
            ? commitParent(read.getT2(), after, List.of()).then()
            : outdatedChildren(after)
                .collectList()
                .flatMap(outdated -> commitAll(read.getT1(), read.getT2(), after, outdated)))
        .retryWhen(Conflicts.retry(Denormalised::isOvertaken));
  }

  /** Reads the parent to replace, which has the version that is wanted. */
  private Mono<Entity> stored(EntityKey key, IfMatch ifMatch) {
    return Mono.defer(() -> service.get(parents.table(), key))
        .switchIfEmpty(Mono.error(() -> withoutParent(key)))
        .doOnNext(before -> {
          if (!ifMatch.matches(before.timestampTicks())) {
            throw new PreconditionFailedException("");
          }
        });
  }

  private Mono<Void> commitAll(
      TableWrite noArrival, Entity before, Entity after, List<Entity> outdated) {
    var others = new ArrayList<TableWrite>();
    others.add(noArrival);
    outdated.forEach(child -> others.add(copying(child, after)));
    var isOneCommit = outdated.size() + OWN_OPERATIONS <= JointCommit.MAX_OPERATIONS;
    return (isOneCommit ? commitParent(before, after, others).thenReturn(true) : Mono.just(false))
        .onErrorResume(Denormalised::isTooLarge, tooLarge -> Mono.just(false))
        .flatMap(isDone -> isDone
            ? Mono.empty()
            : commitParent(before, after, List.of())
                .then(synchronise(after.key()))
                .then());
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

  private TableWrite copying(Entity child, Entity parent) {
    return TableWrite.of(
        children.table(),
        new Write.Update(rules.copied(child, parent), WriteMode.REPLACE, version(child)));
  }

  /** Whether an operation of a joint commit has met another version than was read. A parent that is absent was not read. */
  private static boolean isOvertaken(Throwable failure) {
    return failure instanceof TableServiceException refused
        && refused.failedOperation() >= 0
        && (Conflicts.hasMovedOn(failure)
            || failure instanceof ConflictException taken
                && taken.code() == ErrorCode.ENTITY_ALREADY_EXISTS);
  }

  /** Stores a new child. Fails with {@code EntityAlreadyExists}, and with {@code ResourceNotFound}, {@code parent=}, without its parent. */
  public Mono<C> insert(C child) {
    return Mono.fromCallable(() -> children.type().toEntity(child))
        .flatMap(entity -> store(link.parentOf().apply(child), entity, Write.Insert::new));
  }

  /**
   * Replaces a child of the version that the value names. It may have another parent than before. Fails with {@code ResourceNotFound}, also without
   * its parent, and with {@code UpdateConditionNotSatisfied}.
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

  /** deliberate: a replaced child always counts as coming, because whether its parent changes is only known after another read. */
  private Mono<C> store(EntityKey parent, Entity child, ChildWrite write) {
    return parent(parent)
        .flatMap(found -> {
          var copied = rules.copied(child, found);
          return (arrivals.isPresent()
                  ? storeJointly(arrivals.get(), found, write.of(copied))
                  : storeInSteps(found, write.of(copied)))
              .map(result ->
                  children.type().fromEntity(copied.withTimestamp(result.timestampTicks())));
        })
        .retryWhen(Conflicts.retry(Denormalised::isParentOvertaken));
  }

  private Mono<WriteResult> storeJointly(ArrivalMarks coming, Entity parent, Write write) {
    return service
        .commit(JointCommit.of(
            TableWrite.present(parents.table(), parent.key(), version(parent)),
            coming.coming(parent.key()),
            TableWrite.of(children.table(), write)))
        .map(results -> results.get(2));
  }

  private static boolean isParentOvertaken(Throwable failure) {
    return Conflicts.hasMovedOn(failure)
        && ((TableServiceException) failure).failedOperation() == 0;
  }

  /** Writes the child, looks at its parent again, and corrects the child if the parent has changed. */
  private Mono<WriteResult> storeInSteps(Entity parent, Write write) {
    return service
        .write(children.table(), write)
        .flatMap(result -> service
            .get(parents.table(), parent.key())
            .filter(now -> !rules.repeatAlike(now, parent))
            .flatMap(now -> mend(write.key()))
            .thenReturn(result));
  }

  private Mono<Entity> parent(EntityKey key) {
    return Mono.defer(() -> service.get(parents.table(), key))
        .switchIfEmpty(Mono.error(() -> withoutParent(key)));
  }

  /** Brings the children of a parent up to date, and returns how many were not. Does nothing if the parent is absent. Idempotent. */
  public Mono<Long> synchronise(EntityKey parent) {
    return Mono.defer(() -> service.get(parents.table(), parent))
        .flatMapMany(
            found -> outdatedChildren(found).flatMap(child -> mend(child, found), IN_FLIGHT))
        .filter(isMended -> isMended)
        .count();
  }

  /** Returns the children that differ from a version of their parent. */
  private Flux<Entity> outdatedChildren(Entity parent) {
    return Flux.defer(() -> service.query(
            children.table(),
            Query.ALL.where(link.childrenOf().apply(parent.key()).filter())))
        .filter(child -> parentOf(child).equals(parent.key()) && !rules.agree(child, parent));
  }

  /** Brings a child up to date. Emits false if it is so, or is gone, or has no parent. Looks at the parent again after a write in steps. */
  private Mono<Boolean> mend(EntityKey key) {
    return Mono.defer(() -> service.get(children.table(), key))
        .flatMap(child -> service
            .get(parents.table(), parentOf(child))
            .filter(parent -> !rules.agree(child, parent))
            .flatMap(parent -> write(child, parent)))
        .defaultIfEmpty(false)
        .retryWhen(Conflicts.retry(Conflicts::hasMovedOn));
  }

  /** Brings a child up to date as it and its parent were read; reads both again if one of them has changed. */
  private Mono<Boolean> mend(Entity child, Entity parent) {
    return write(child, parent)
        .onErrorResume(Conflicts::hasMovedOn, overtaken -> mend(child.key()));
  }

  private Mono<Boolean> write(Entity child, Entity parent) {
    return arrivals.isPresent() ? mendJointly(child, parent) : mendInSteps(child, parent);
  }

  private Mono<Boolean> mendJointly(Entity child, Entity parent) {
    return service
        .commit(JointCommit.of(
            TableWrite.present(parents.table(), parent.key(), version(parent)),
            copying(child, parent)))
        .thenReturn(true);
  }

  private Mono<Boolean> mendInSteps(Entity child, Entity parent) {
    return service
        .write(
            children.table(),
            new Write.Update(rules.copied(child, parent), WriteMode.REPLACE, version(child)))
        .then(Mono.defer(() -> mend(child.key())))
        .thenReturn(true);
  }

  /**
   * Brings the children of all parents up to date that a batch of the parents' change feed names. The handler of a {@link
   * io.weir.client.process.ChangeProcessor}.
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
   * Returns a message that names a parent. Put it before {@link #replaceParent}, and hide it for longer than that takes: a worker that takes it
   * earlier does nothing, and a program that dies in between is not noticed.
   */
  public static NewMessage message(EntityKey parent) {
    return NewMessage.of(
            CompoundKey.of(parent.partitionKey()).then(parent.rowKey()).text())
        .neverExpiring();
  }

  /** Brings the children of the parent up to date that a message names. Returns how many were not. */
  public Mono<Long> handle(String message) {
    return Mono.fromCallable(() -> CompoundKeyReader.of(message))
        .map(parts -> new EntityKey(parts.text(), parts.text()))
        .flatMap(this::synchronise);
  }

  /**
   * Reads all children and their parents, and emits those that are out of date ({@code STALE}) or without a parent ({@code DANGLING}). In steps,
   * this includes children whose parent is being written.
   */
  public Flux<Divergence> verify() {
    return Lookups.of(
            service,
            parents.table(),
            Flux.defer(() -> service.query(children.table(), Query.ALL)),
            this::parentOf)
        .filter(found ->
            found.entity().filter(parent -> rules.agree(found.item(), parent)).isEmpty())
        .map(found -> new Divergence(
            found.entity().isPresent() ? Divergence.Kind.STALE : Divergence.Kind.DANGLING,
            new TableKey(children.table(), found.item().key()),
            Optional.of(found.item()),
            found.entity()));
  }

  /** Brings the children that are out of date up to date, and emits them. Leaves children without a parent as they are. */
  public Flux<Divergence> repair() {
    return verify()
        .filter(found -> found.kind() == Divergence.Kind.STALE)
        .concatMap(
            found -> mend(found.row().key()).filter(isMended -> isMended).map(isMended -> found));
  }

  private EntityKey parentOf(Entity child) {
    return link.parentOf().apply(children.type().fromEntity(child));
  }

  private static IfMatch version(Entity entity) {
    return IfMatch.version(entity.etag().orElseThrow());
  }

  private static NotFoundException withoutParent(EntityKey parent) {
    return new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "parent=" + parent);
  }
}
