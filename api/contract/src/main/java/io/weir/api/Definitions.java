package io.weir.api;

import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexStatus;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The tables of one account themselves: which there are, their indexes and their settings.
 *
 * <p>{@link TableService} states what holds for every method. A service that lacks a feature leaves
 * its methods to their defaults, which fail with {@code NotImplemented}.
 */
public interface Definitions {

  /** Creates a table. Fails with {@code TableAlreadyExists}. */
  Mono<Void> createTable(TableName table);

  /**
   * Drops a table with all its entities. The name can be used again at once. Fails with
   * {@code ResourceNotFound}.
   */
  Mono<Void> deleteTable(TableName table);

  /** Returns the table's name as it was created. Empty when there is no such table. */
  Mono<TableName> table(TableName table);

  /**
   * Returns a page of table names, ordered by their lower-case forms.
   *
   * <p>The query's filter may compare the property {@code TableName} with strings and test it by
   * functions, ignoring case. The query's selection is ignored. A page holds at most
   * {@link Page#MAX_ITEMS} names.
   */
  Mono<Page<TableName>> tables(Query query);

  /** Returns all table names. Each page is requested when the subscriber needs it. */
  default Flux<TableName> tables() {
    return tables(Query.ALL)
        .expand(page -> page.next() == null ? Mono.empty() : tables(Query.ALL.from(page.next())))
        .concatMapIterable(Page::items);
  }

  /**
   * Declares an index. From completion on every write keeps it up to date. The service then adds
   * the entities that were there before, and queries use the index when it is
   * {@link io.weir.api.index.IndexState#READABLE}; see {@link #indexes}. Declaring an index again
   * that exists with the same definition has no effect.
   *
   * <p>From completion on a unique index makes every write fail with {@code UniqueIndexViolation}
   * that would give an entity the values of another one which was written after the declaration, or
   * which the service has added already. When it is readable, no two entities have equal values.
   * When the service finds two older entities with equal values, or an older one and a newer one,
   * the index becomes {@link io.weir.api.index.IndexState#FAILED} and refuses nothing any more.
   *
   * <p>Fails with {@code TableNotFound}, with {@code ResourceAlreadyExists} when another index has
   * the name, and with {@code InvalidInput} when the table has
   * {@link IndexDefinition#MAX_PER_TABLE} indexes. Fails with {@code NotImplemented} when the
   * service has no indexes.
   */
  default Mono<Void> createIndex(TableName table, IndexDefinition definition) {
    return Mono.error(() -> Lacking.feature("indexes"));
  }

  /**
   * Returns the indexes of a table, sorted by name. Fails with {@code TableNotFound}, and as
   * {@link #createIndex} does.
   */
  default Mono<List<IndexStatus>> indexes(TableName table) {
    return Mono.error(() -> Lacking.feature("indexes"));
  }

  /**
   * Drops an index. The name can be used again at once, and the space is released soon afterwards.
   * Fails with {@code TableNotFound}, with {@code ResourceNotFound} when there is no such index,
   * and as {@link #createIndex} does.
   */
  default Mono<Void> dropIndex(TableName table, IndexName index) {
    return Mono.error(() -> Lacking.feature("indexes"));
  }

  /**
   * Gives the table a value of a setting, in place of an earlier one.
   *
   * <p>Fails with {@code TableNotFound}, and with {@code NotImplemented} when the service does not
   * have the setting.
   */
  default <T> Mono<Void> set(TableName table, TableSetting<T> setting, T value) {
    return Mono.error(() -> Lacking.feature(setting.feature()));
  }

  /** Takes the table's value of a setting away, if it has one. Fails as {@link #set} does. */
  default Mono<Void> clear(TableName table, TableSetting<?> setting) {
    return Mono.error(() -> Lacking.feature(setting.feature()));
  }

  /**
   * Returns the table's value of a setting: the standard one if none was set, empty if the setting
   * has no standard. Fails as {@link #set} does.
   */
  default <T> Mono<T> setting(TableName table, TableSetting<T> setting) {
    return Mono.error(() -> Lacking.feature(setting.feature()));
  }
}
