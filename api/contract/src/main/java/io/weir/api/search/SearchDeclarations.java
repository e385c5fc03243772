package io.weir.api.search;

import io.weir.api.TableName;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * The declarations of full-text searches in the tables of one account.
 *
 * <p>Nothing happens before subscription. Each failure is a
 * {@link io.weir.api.error.TableServiceException}. No method blocks; signals arrive on a thread of
 * the implementation.
 */
public interface SearchDeclarations {

  /**
   * Declares which properties of a table are searched, in place of an earlier definition. On
   * completion the definition is durable, and an index for it is being built. An earlier index
   * answers until then, as the earlier definition says. A declaration that is stored takes effect
   * also when the result is cancelled.
   *
   * <p>Fails with {@code TableNotFound}, and with {@code NotImplemented} for a store without a
   * change feed.
   */
  Mono<SearchStatus> declare(TableName table, SearchDefinition definition);

  /**
   * Returns the search of a table. Fails with {@code TableNotFound}, and with
   * {@code ResourceNotFound} when it has none.
   */
  Mono<SearchStatus> status(TableName table);

  /** Returns the searches of all tables of the account, ordered by table. */
  Mono<List<SearchStatus>> list();

  /**
   * Removes the definition and the index. On completion both are gone. Fails as {@link #status}
   * does.
   */
  Mono<Void> drop(TableName table);

  /**
   * Begins to build a new index from the entities that exist. The present one answers until the new
   * one has caught up. Has no effect while one is being built. On completion the status says that
   * one is. Fails as {@link #status} does.
   */
  Mono<Void> rebuild(TableName table);
}
