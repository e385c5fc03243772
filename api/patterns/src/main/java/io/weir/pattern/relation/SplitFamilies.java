package io.weir.pattern.relation;

import io.weir.api.JointCommit;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.NotFoundException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.pattern.Conflicts;
import io.weir.pattern.index.Divergence;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Families in two tables: parents in one, their children in another, in partitions of their own. A
 * family has any number of children.
 *
 * <p>A child is stored only if its parent is there. With {@link #jointly} both is one commit;
 * otherwise the parent is looked up before and after the write, and a child whose parent has gone
 * meanwhile is removed again. The removal of a parent removes its children after it, so a program
 * that dies may leave children without a parent: {@link #verify} finds them and {@link #repair}
 * removes them. A parent that is stored before that adopts them.
 *
 * <p>Immutable; any thread.
 */
public final class SplitFamilies<P, C> {

  private static final int REMOVALS_AT_ONCE = 16;

  private final TableService service;
  private final Members<P> parents;
  private final Members<C> children;
  private final ParentLink<C> link;
  private final boolean joint;
  private final InstantSource clock;

  private SplitFamilies(
      TableService service,
      Members<P> parents,
      Members<C> children,
      ParentLink<C> link,
      boolean joint,
      InstantSource clock) {
    this.service = service;
    this.parents = parents;
    this.children = children;
    this.link = link;
    this.joint = joint;
    this.clock = clock;
  }

  /** Returns the families of two tables. */
  public static <P, C> SplitFamilies<P, C> of(
      TableService service, Members<P> parents, Members<C> children, ParentLink<C> link) {
    return new SplitFamilies<>(service, parents, children, link, false, Clock.systemUTC());
  }

  /**
   * Returns these families with joint commits in place of steps. Fails with {@code NotImplemented}
   * if the service has none.
   */
  public SplitFamilies<P, C> jointly() {
    return new SplitFamilies<>(service, parents, children, link, true, clock);
  }

  /** Returns these families with another clock for {@link #repair}. */
  public SplitFamilies<P, C> withClock(InstantSource other) {
    return new SplitFamilies<>(service, parents, children, link, joint, other);
  }

  /** Stores a new parent. Fails with {@code EntityAlreadyExists}. */
  public Mono<Void> insertParent(P parent) {
    return Mono.fromCallable(() -> parents.type().toEntity(parent))
        .flatMap(entity -> service.write(parents.table(), new Write.Insert(entity)))
        .then();
  }

  /**
   * Stores a new child. Fails with {@code EntityAlreadyExists}, and with {@code ResourceNotFound},
   * {@code parent=}, without its parent.
   */
  public Mono<Void> insertChild(C child) {
    return Mono.defer(() -> {
      var parent = link.parentOf().apply(child);
      var entity = children.type().toEntity(child);
      return joint ? insertJointly(parent, entity) : insertInSteps(parent, entity);
    });
  }

  private Mono<Void> insertJointly(EntityKey parent, Entity child) {
    return service
        .commit(JointCommit.of(
            TableWrite.present(parents.table(), parent, IfMatch.ANY),
            TableWrite.of(children.table(), new Write.Insert(child))))
        .onErrorMap(Conflicts::isGone, absent -> ParentLink.withoutParent(parent))
        .then();
  }

  private Mono<Void> insertInSteps(EntityKey parent, Entity child) {
    var present = Mono.defer(() -> service.get(parents.table(), parent))
        .switchIfEmpty(Mono.error(() -> ParentLink.withoutParent(parent)));
    return present
        .then(Mono.defer(() -> service.write(children.table(), new Write.Insert(child))))
        .flatMap(stored -> present.onErrorResume(
            NotFoundException.class,
            gone ->
                removeVersion(child.withTimestamp(stored.timestampTicks())).then(Mono.error(gone))))
        .then();
  }

  /**
   * Reads a parent, and then its children. Empty if the parent is absent. A write between the two
   * requests may be seen in part.
   */
  public Mono<Family<P, C>> get(EntityKey parent) {
    return service
        .get(parents.table(), parent)
        .flatMap(found -> link.childrenOf(service, children, parent)
            .map(children.type()::fromEntity)
            .collectList()
            .map(all -> new Family<>(parents.type().fromEntity(found), all)));
  }

  /** Reads the children of a parent. */
  public Flux<C> children(EntityKey parent) {
    return link.childrenOf(service, children, parent).map(children.type()::fromEntity);
  }

  /**
   * Removes a parent in any version, and then its children. Also removes the children of a parent
   * that is gone already. Keeps the children if another program stores the parent again meanwhile.
   *
   * <p>In steps, this looks at the parent before it removes a child. A child whose parent is stored
   * again between the two is removed.
   */
  public Mono<Void> delete(EntityKey parent) {
    return service
        .write(parents.table(), new Write.Delete(parent, IfMatch.ANY))
        .then()
        .onErrorResume(Conflicts::isGone, absent -> Mono.empty())
        .thenMany(link.childrenOf(service, children, parent))
        .flatMap(child -> removeOrphan(parent, child), REMOVALS_AT_ONCE)
        .then();
  }

  /**
   * Removes a child as it was read. Emits false and leaves it alone if its parent is there, or if
   * the child has changed or is gone.
   */
  private Mono<Boolean> removeOrphan(EntityKey parent, Entity child) {
    return joint
        ? removeJointly(parent, child)
        : service
            .get(parents.table(), parent)
            .hasElement()
            .flatMap(isThere -> isThere ? Mono.just(false) : removeVersion(child));
  }

  private Mono<Boolean> removeJointly(EntityKey parent, Entity child) {
    return service
        .commit(JointCommit.of(
            TableWrite.absent(parents.table(), parent),
            TableWrite.of(children.table(), removal(child))))
        .thenReturn(true)
        .onErrorResume(
            failure -> Conflicts.isFirst(failure) || Conflicts.hasMovedOn(failure),
            kept -> Mono.just(false));
  }

  /** Removes a child as it was read; leaves it alone if it has changed or is gone. */
  private Mono<Boolean> removeVersion(Entity child) {
    return service
        .write(children.table(), removal(child))
        .thenReturn(true)
        .onErrorResume(Conflicts::hasMovedOn, changed -> Mono.just(false));
  }

  private static Write removal(Entity child) {
    return new Write.Delete(child.key(), IfMatch.version(child.etag().orElseThrow()));
  }

  /** Reads all children and emits those without a parent. */
  public Flux<Divergence> verify() {
    return link.allWithParents(service, parents.table(), children)
        .filter(found -> found.entity().isEmpty())
        .map(found -> Divergence.dangling(children.table(), found.item()));
  }

  /**
   * Removes the children without a parent, and emits them. Leaves children alone that were written
   * since the time, because another program may be about to remove or to keep them, and those that
   * change or get a parent meanwhile, as {@link #delete} does.
   */
  public Flux<Divergence> repair(Duration settled) {
    return Flux.defer(() -> {
      var before = clock.instant().minus(settled);
      return verify().filter(found -> found.isStoredBefore(before)).concatMap(found -> {
        var child = found.stored().orElseThrow();
        return removeOrphan(link.parentOf(children, child), child)
            .filter(isRemoved -> isRemoved)
            .map(isRemoved -> found);
      });
    });
  }
}
