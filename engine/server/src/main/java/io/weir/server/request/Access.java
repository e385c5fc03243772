package io.weir.server.request;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.EntityKey;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The rights of a request's sender.
 *
 * @param owner whether the sender proved to hold an account key, which grants everything
 * @param allKeys whether the rights on a table apply to all of its keys, and not to a range of them
 * @param view restricts the account's tables to the sender's rights
 * @param entities tells whether one use of an entity is allowed, for operations that touch rows
 *     that belong to it
 * @param service fails with an {@code Authorization..} code if the verb may not be used on the
 *     service's properties and statistics
 */
public record Access(
    boolean owner,
    boolean allKeys,
    UnaryOperator<TableService> view,
    EntityRights entities,
    Consumer<Verb> service) {

  /** A use of an entity. */
  public enum Use {
    READ,
    ADD,
    UPDATE,
    DELETE
  }

  /** The rights on entities. */
  @FunctionalInterface
  public interface EntityRights {

    /**
     * Fails with an {@code Authorization..} code unless the use is allowed. A read of an entity
     * that the sender may not see fails with {@code ResourceNotFound}, as that of an absent one
     * does.
     */
    void require(TableName table, EntityKey key, Use use);
  }

  /** The rights of a sender that holds an account key. */
  public static final Access OWNER =
      new Access(true, true, UnaryOperator.identity(), (table, key, use) -> {}, verb -> {});

  /** Returns the rights of a token that allows some uses of tables and of the service. */
  public static Access limited(
      boolean allKeys,
      UnaryOperator<TableService> view,
      EntityRights entities,
      Consumer<Verb> service) {
    return new Access(false, allKeys, view, entities, service);
  }
}
