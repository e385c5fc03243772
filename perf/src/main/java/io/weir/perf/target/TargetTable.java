package io.weir.perf.target;

import io.weir.api.entity.EntityKey;
import io.weir.perf.workload.DataRow;
import io.weir.perf.workload.Operation;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * A loaded table or queue of a target. Any thread; nothing blocks, and nothing happens before
 * subscription.
 *
 * <p>Each operation emits the number of rows that it read or stored. An operation that the target
 * does not offer fails with {@link UnsupportedOperationException}; the kind of the target lists
 * those that it offers.
 */
public interface TargetTable {

  /** Reads one row; emits 0 if it is absent. */
  default Mono<Integer> read(EntityKey key) {
    return notOffered(Operation.READ);
  }

  /** Stores a row, whether or not its key exists. */
  default Mono<Integer> upsert(DataRow row) {
    return notOffered(Operation.UPSERT);
  }

  /** Adds 1 to the number of a row that exists. */
  default Mono<Integer> increment(EntityKey key) {
    return notOffered(Operation.INCREMENT);
  }

  /** Adds up the numbers of all rows; emits how many rows have one. */
  default Mono<Integer> sum() {
    return notOffered(Operation.SUM);
  }

  /** Stores a row; fails if its key exists. */
  default Mono<Integer> insert(DataRow row) {
    return notOffered(Operation.INSERT);
  }

  /** Reads at most {@code rows} rows of a partition from a key on. */
  default Mono<Integer> scan(EntityKey from, int rows) {
    return notOffered(Operation.SCAN);
  }

  /** Stores rows of one partition, all or nothing. */
  default Mono<Integer> batch(List<DataRow> rows) {
    return notOffered(Operation.BATCH);
  }

  /** Stores rows of any partitions, each on its own. */
  default Mono<Integer> bulk(List<DataRow> rows) {
    return notOffered(Operation.BULK);
  }

  /** Reads all rows. */
  default Mono<Integer> stream() {
    return notOffered(Operation.STREAM);
  }

  /** Returns the bytes of all streams so far; 0 if they are not counted. */
  default long receivedBytes() {
    return 0;
  }

  /** Stores rows of different partitions, all or nothing and at one moment. */
  default Mono<Integer> joint(List<DataRow> rows) {
    return notOffered(Operation.JOINT);
  }

  /** Reads the rows of a group by index. */
  default Mono<Integer> indexEquals(String group) {
    return notOffered(Operation.INDEX_EQ);
  }

  /** Reads two properties of at most {@code rows} rows by index, in the order of their ranks. */
  default Mono<Integer> indexRange(String fromRank, int rows) {
    return notOffered(Operation.INDEX_RANGE);
  }

  /**
   * Sends a message, takes the first one that is visible, and deletes that. A queue alone offers
   * it.
   */
  default Mono<Integer> passMessage(String text) {
    return notOffered(Operation.MESSAGE);
  }

  private static Mono<Integer> notOffered(Operation operation) {
    return Mono.error(
        () -> new UnsupportedOperationException("operation is not offered operation=" + operation));
  }
}
