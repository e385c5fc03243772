package io.weir.perf.target;

import io.weir.perf.workload.DataRow;
import io.weir.perf.workload.Operation;
import io.weir.api.entity.EntityKey;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * A loaded table of a target. Any thread; nothing waits, and nothing happens before subscription.
 *
 * <p>Each operation answers how many rows it read or stored. What a target does not offer fails with {@link NotOffered}.
 */
public interface Table {

  /** One row; 0 when it is absent. */
  Mono<Integer> read(EntityKey key);

  /** Stores a row whether or not one of its key is there. */
  default Mono<Integer> upsert(DataRow row) {
    return NotOffered.of(Operation.UPSERT);
  }

  /** Stores a row whose key is not there; fails where it is. */
  default Mono<Integer> insert(DataRow row) {
    return NotOffered.of(Operation.INSERT);
  }

  /** At most so many rows of a partition from a key on. */
  default Mono<Integer> scan(EntityKey from, int rows) {
    return NotOffered.of(Operation.SCAN);
  }

  /** Stores rows of one partition, all or nothing. */
  default Mono<Integer> batch(List<DataRow> rows) {
    return NotOffered.of(Operation.BATCH);
  }

  /** Stores rows of any partitions, each for itself. */
  default Mono<Integer> bulk(List<DataRow> rows) {
    return NotOffered.of(Operation.BULK);
  }

  /** All rows. */
  default Mono<Integer> stream() {
    return NotOffered.of(Operation.STREAM);
  }
}
