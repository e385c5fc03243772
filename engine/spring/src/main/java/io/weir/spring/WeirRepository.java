package io.weir.spring;

import io.weir.client.filter.Condition;
import io.weir.client.typed.TypedTable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A table of values of one type. An application extends this interface, names the table by {@link WeirTable}, and may add {@code default} methods
 * that call these. All methods are those of {@link TypedTable}; nothing happens before subscription.
 *
 * @param <T> a record or class with {@link io.weir.client.typed.PartitionKey} and {@link io.weir.client.typed.RowKey}
 */
public interface WeirRepository<T> {

  /** Returns the typed table, with everything that this interface leaves out. */
  TypedTable<T> table();

  /** Reads a value. Empty if it is absent. */
  default Mono<T> find(String partitionKey, String rowKey) {
    return table().get(partitionKey, rowKey);
  }

  /** Reads all values, in the order of their keys. */
  default Flux<T> findAll() {
    return table().query();
  }

  /** Reads the values that match, in the order of their keys. */
  default Flux<T> findAll(Condition condition) {
    return table().query(condition);
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

  /** Replaces a value if it is still the version that was read. Fails with {@code UpdateConditionNotSatisfied}. */
  default Mono<T> replace(T value) {
    return table().replace(value);
  }

  /** Removes a value if it is still the version that was read. */
  default Mono<Void> delete(T value) {
    return table().delete(value);
  }
}
