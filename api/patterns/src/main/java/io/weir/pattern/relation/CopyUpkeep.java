package io.weir.pattern.relation;

import io.weir.api.JointCommit;
import io.weir.api.TableKey;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.Conflicts;
import io.weir.pattern.index.Divergence;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Finds children that differ from their parents, and brings them up to date. Immutable; any thread.
 *
 * @param joint whether a child is written by a joint commit that checks its parent
 */
record CopyUpkeep<P, C>(
    TableService service,
    Members<P> parents,
    Members<C> children,
    ParentLink<C> link,
    CopyRules rules,
    boolean joint) {

  /** Children that are brought up to date at once. */
  private static final int IN_FLIGHT = 16;

  CopyUpkeep<P, C> jointly() {
    return new CopyUpkeep<>(service, parents, children, link, rules, true);
  }

  /**
   * Brings the children of a parent up to date, and returns how many were not. Does nothing if the
   * parent is absent. Idempotent.
   */
  Mono<Long> synchronise(EntityKey parent) {
    return Mono.defer(() -> service.get(parents.table(), parent))
        .flatMapMany(found -> outdated(found).flatMap(child -> mend(child, found), IN_FLIGHT))
        .filter(isMended -> isMended)
        .count();
  }

  /** Returns the children that differ from a version of their parent. */
  private Flux<Entity> outdated(Entity parent) {
    return link.childrenOf(service, children, parent.key())
        .filter(child -> !rules.agree(child, parent));
  }

  /**
   * Returns the children that differ from a version of their parent; empty if they are more than a
   * number, or have more bytes than a joint commit. Reads no further than it takes to find that
   * out.
   */
  Mono<List<Entity>> outdated(Entity parent, int most) {
    return Flux.defer(() -> {
          var room = new long[] {JointCommit.MAX_BYTES};
          return outdated(parent)
              .take(most + 1L)
              .takeUntil(child -> (room[0] -= child.encoded().length) < 0);
        })
        .collectList()
        .filter(found -> found.size() <= most && bytes(found) <= JointCommit.MAX_BYTES);
  }

  private static long bytes(List<Entity> entities) {
    return entities.stream().mapToLong(entity -> entity.encoded().length).sum();
  }

  /**
   * Brings a child up to date. Emits false if it is so, or is gone, or has no parent. Looks at the
   * parent again after a write in steps.
   */
  Mono<Boolean> mend(EntityKey key) {
    return Mono.defer(() -> service.get(children.table(), key))
        .flatMap(child -> service
            .get(parents.table(), link.parentOf(children, child))
            .filter(parent -> !rules.agree(child, parent))
            .flatMap(parent -> write(child, parent)))
        .defaultIfEmpty(false)
        .retryWhen(Conflicts.retry(Conflicts::hasMovedOn));
  }

  /**
   * Brings a child up to date as it and its parent were read; reads both again if one of them has
   * changed.
   */
  private Mono<Boolean> mend(Entity child, Entity parent) {
    return write(child, parent)
        .onErrorResume(Conflicts::hasMovedOn, overtaken -> mend(child.key()));
  }

  private Mono<Boolean> write(Entity child, Entity parent) {
    return joint ? writeJointly(child, parent) : writeInSteps(child, parent);
  }

  private Mono<Boolean> writeJointly(Entity child, Entity parent) {
    return service
        .commit(JointCommit.of(
            TableWrite.present(parents.table(), parent.key(), version(parent)),
            copying(child, parent)))
        .thenReturn(true);
  }

  private Mono<Boolean> writeInSteps(Entity child, Entity parent) {
    return service
        .write(children.table(), copy(child, parent))
        .then(Mono.defer(() -> mend(child.key())))
        .thenReturn(true);
  }

  /** Returns the operation that repeats a parent in a child which is as it was read. */
  TableWrite copying(Entity child, Entity parent) {
    return TableWrite.of(children.table(), copy(child, parent));
  }

  private Write copy(Entity child, Entity parent) {
    return new Write.Update(rules.copied(child, parent), WriteMode.REPLACE, version(child));
  }

  /**
   * Emits the children that are out of date ({@code STALE}) or without a parent ({@code DANGLING}).
   */
  Flux<Divergence> verify() {
    return link.allWithParents(service, parents.table(), children)
        .filter(found ->
            found.entity().filter(parent -> rules.agree(found.item(), parent)).isEmpty())
        .map(found -> found
            .entity()
            .map(parent -> stale(found.item(), parent))
            .orElseGet(() -> Divergence.dangling(children.table(), found.item())));
  }

  private Divergence stale(Entity child, Entity parent) {
    return new Divergence(
        Divergence.Kind.STALE,
        new TableKey(children.table(), child.key()),
        Optional.of(child),
        Optional.of(parent));
  }

  /** Brings the children that are out of date up to date, and emits them. */
  Flux<Divergence> repair() {
    return verify()
        .filter(found -> found.kind() == Divergence.Kind.STALE)
        .concatMap(
            found -> mend(found.row().key()).filter(isMended -> isMended).map(isMended -> found));
  }

  private static IfMatch version(Entity entity) {
    return IfMatch.version(entity.etag().orElseThrow());
  }
}
