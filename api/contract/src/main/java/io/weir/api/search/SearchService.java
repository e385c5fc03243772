package io.weir.api.search;

import io.weir.api.TableName;
import io.weir.api.TableService;
import reactor.core.publisher.Mono;

/**
 * Full-text search in the tables of one account. See {@link SearchDeclarations} for what holds for
 * each method.
 */
public interface SearchService extends SearchDeclarations {

  /**
   * Searches, and reads the found entities through a service that restricts what may be read: an
   * entity that it does not show is left out. Scores, and the places of hits among all matches,
   * still tell of the whole table. A caller that may not learn of some entities must not search.
   *
   * <p>Fails with {@code InvalidInput} and the position for a text of another form; as
   * {@link #status} does; as a query in {@code readers} does; with {@code ServerBusy} while no
   * index answers or too many searches wait; and with {@code OperationTimedOut} after a few
   * seconds.
   */
  Mono<SearchPage> search(TableService readers, TableName table, SearchRequest request);
}
