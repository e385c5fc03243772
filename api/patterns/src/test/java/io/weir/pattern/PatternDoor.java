package io.weir.pattern;

import io.weir.api.TableName;
import io.weir.api.TableService;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The service that a pattern is tried with. Each case uses tables of its own. */
public interface PatternDoor {

  /** The longest time that a case waits for an answer. */
  Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * Distinguishes the tables of this process from those of earlier ones, for a service that keeps
   * them.
   */
  String RUN = Long.toString(System.nanoTime(), Character.MAX_RADIX).replace('-', 'x');

  /** Tables of this process so far. */
  AtomicInteger TABLES = new AtomicInteger();

  /** Returns the service. */
  TableService weir();

  /** Whether the service removes ranges of keys by one request. */
  default boolean removesRanges() {
    return true;
  }

  /** Whether the service commits jointly. */
  default boolean commitsJointly() {
    return true;
  }

  /** Whether the service changes entities in place. */
  default boolean changesInPlace() {
    return true;
  }

  /** Whether the service has a change feed and named consumers. */
  default boolean followsChanges() {
    return true;
  }

  /** Whether the service has indexes. */
  default boolean hasIndexes() {
    return true;
  }

  /** Returns a fresh name. */
  default String name(String beginning) {
    return beginning + RUN + "n" + TABLES.incrementAndGet();
  }

  /** Creates a table with a fresh name. */
  default TableName table(String beginning) {
    var name = new TableName(name(beginning));
    weir().createTable(name).block(PATIENCE);
    return name;
  }

  /** Waits for a value, which must come. */
  static <T> T await(Mono<T> value) {
    return Objects.requireNonNull(value.block(PATIENCE), "No value.");
  }

  /** Waits for all values. */
  static <T> List<T> await(Flux<T> values) {
    return await(values.collectList());
  }
}
