package io.weir.spring;

import io.weir.api.Continuation;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.entity.EntityKey;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.typed.TypedTable;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A table of values of one type. An application extends this interface, names the table by
 * {@link WeirTable}, and may add {@code default} methods that call these. All methods are those of
 * {@link TypedTable}; nothing happens before subscription.
 *
 * @param <T> a record or class with {@link io.weir.pattern.typed.PartitionKey} and
 *     {@link io.weir.pattern.typed.RowKey}
 */
public interface WeirRepository<T> {

  /** Returns the typed table, with everything that this interface leaves out. */
  TypedTable<T> table();

  /** Reads a value. Empty if it is absent. */
  default Mono<T> find(String partitionKey, String rowKey) {
    return table().get(partitionKey, rowKey);
  }

  /** Whether a value is stored under a key. */
  default Mono<Boolean> existsById(String partitionKey, String rowKey) {
    return Mono.defer(() -> table().exists(new EntityKey(partitionKey, rowKey)));
  }

  /** Reads all values, in the order of their keys. */
  default Flux<T> findAll() {
    return table().query();
  }

  /** Reads the values that match, in the order of their keys. */
  default Flux<T> findAll(Condition condition) {
    return table().query(condition);
  }

  /** Reads the values that match, in the order of their keys, and no more than a number of them. */
  default Flux<T> findAll(Condition condition, int most) {
    return Flux.defer(() -> table().where(condition).top(most).values());
  }

  /**
   * Reads a page of the values that match, in the order of their keys. It may have fewer values
   * than asked for although more match: the last page has no {@link Page#next}.
   *
   * @param size most values of the page, 1 to {@link Page#MAX_ITEMS}
   * @param after the place at which the page before ended, {@link Continuation#encode} of its
   *     {@link Page#next}; null for the first page
   */
  default Mono<Page<T>> findPage(Condition condition, int size, @Nullable String after) {
    return Mono.defer(() -> {
      var query = Query.ALL.where(condition.filter()).top(size);
      return table().page(after == null ? query : query.from(Continuation.parse(after)));
    });
  }

  /** Counts the values that match. */
  default Mono<Long> count(Condition condition) {
    return table().count(condition);
  }

  /** Stores a new value. Fails with {@code EntityAlreadyExists}. */
  default Mono<T> insert(T value) {
    return table().insert(value);
  }

  /** Stores a value, whatever is stored under its key. */
  default Mono<T> save(T value) {
    return table().upsert(value);
  }

  /**
   * Stores values in bulk, as {@link TypedTable#upsertAll} does. Returns them in their order. Fails
   * as the first does that is refused.
   */
  default Flux<T> saveAll(Publisher<? extends T> values) {
    return table().upsertAll(values);
  }

  /**
   * Replaces a value if it is still the version that was read. Fails with
   * {@code UpdateConditionNotSatisfied}.
   */
  default Mono<T> replace(T value) {
    return table().replace(value);
  }

  /** Removes a value if it is still the version that was read. */
  default Mono<Void> delete(T value) {
    return table().delete(value);
  }

  /**
   * Removes what is stored under a key, in any version. Fails with {@code ResourceNotFound} if
   * there is nothing.
   */
  default Mono<Void> deleteById(String partitionKey, String rowKey) {
    return Mono.defer(() -> table().delete(new EntityKey(partitionKey, rowKey)));
  }
}
