package io.weir.pattern.relation;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.pattern.Lookups;
import io.weir.pattern.filter.Condition;
import java.util.function.Function;
import reactor.core.publisher.Flux;

/**
 * Which parent a child has, and where the children of a parent are found. Immutable; any thread.
 *
 * @param parentOf the key of a child's parent
 * @param childrenOf a condition that all children of a parent meet. Other entities may meet it too:
 *     they are read and left out, so a condition on the keys or on an index is cheap
 */
public record ParentLink<C>(
    Function<C, EntityKey> parentOf, Function<EntityKey, Condition> childrenOf) {

  /**
   * Returns the key of a stored child's parent. Fails with
   * {@link io.weir.pattern.typed.MappingException}.
   */
  public EntityKey parentOf(Members<C> children, Entity child) {
    return parentOf.apply(children.type().fromEntity(child));
  }

  /** Reads the stored children of a parent. */
  public Flux<Entity> childrenOf(TableService service, Members<C> children, EntityKey parent) {
    return Flux.defer(() -> service.query(
            children.table(), Query.ALL.where(childrenOf.apply(parent).filter())))
        .filter(child -> parentOf(children, child).equals(parent));
  }

  /** Reads all children, each with its parent. */
  public Flux<Lookups.Found<Entity>> allWithParents(
      TableService service, TableName parents, Members<C> children) {
    return Lookups.of(
        service,
        parents,
        Flux.defer(() -> service.query(children.table(), Query.ALL)),
        child -> parentOf(children, child));
  }

  /** Returns the failure for a child whose parent is absent. */
  public static NotFoundException withoutParent(EntityKey parent) {
    return new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "parent=" + parent);
  }
}
