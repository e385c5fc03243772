package io.weir.perf.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.perf.process.MissingProgram;
import io.weir.perf.process.TestSurroundings;
import io.weir.perf.workload.DrawnOperation;
import io.weir.perf.workload.IndexedProperties;
import io.weir.perf.workload.Operation;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.RowSize;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.TestAbortedException;
import reactor.core.publisher.Mono;

/**
 * Every installed target supports the operations that it offers, and reports the number of rows of
 * each.
 */
@Tag(Effort.THOROUGHLY)
final class TargetContractTest {

  private static final Population ROWS = new Population(400, 2, RowSize.NARROW);
  private static final Population INDEXED = new Population(400, 2, RowSize.INDEXED5);
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir
  private Path folder;

  /** The targets that start quickly. */
  static Stream<TargetKind> few() {
    return Stream.of(
        TargetKind.WEIR, TargetKind.REACTOR_NETTY_HTTP1, TargetKind.REDIS_ALWAYS, TargetKind.LMDB);
  }

  static Stream<TargetKind> others() {
    var few = few().toList();
    return Stream.of(TargetKind.values())
        .filter(kind -> !few.contains(kind) && kind != TargetKind.AZURITE_QUEUE);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("few")
  void aQuickTargetSupportsTheOperationsThatItOffers(TargetKind kind) throws IOException {
    requireContract(kind);
  }

  @Tag("torture")
  @ParameterizedTest(name = "{0}")
  @MethodSource("others")
  void everyOtherTargetSupportsTheOperationsThatItOffers(TargetKind kind) throws IOException {
    requireContract(kind);
  }

  @Test
  void weirReadsByIndexAndKeepsIndexes() throws IOException {
    requireIndexes(TargetKind.WEIR);
  }

  @Tag("torture")
  @Test
  void postgresReadsByIndexAndKeepsIndexes() throws IOException {
    requireIndexes(TargetKind.POSTGRESQL);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"POSTGRESQL", "AZURITE_QUEUE"})
  void messagesPassThroughAQueueOfAPeerAndLeaveOthersWaiting(TargetKind kind) throws IOException {
    try (var target = start(kind)) {
      requireQueue(target);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"WEIR", "POSTGRESQL"})
  void incrementsCountInTheSum(TargetKind kind) throws IOException {
    var numbered = new Population(400, 2, RowSize.NUMBERED);
    try (var target = start(kind)) {
      var table = await(target.load(numbered));
      var work = new TableWork(table, numbered);
      assertThat(await(work.carryOut(new DrawnOperation(Operation.SUM, 0, 400, 0))))
          .isEqualTo(400);
      assertThat(await(work.carryOut(new DrawnOperation(Operation.INCREMENT, 0, 1, 1))))
          .isEqualTo(1);
    }
  }

  @Test
  void redisCountsIncrements() throws IOException {
    try (var target = start(TargetKind.REDIS_ALWAYS)) {
      var table = await(target.load(new Population(4, 2, RowSize.NUMBERED)));
      assertThat(await(table.increment(ROWS.key(0)))).isEqualTo(1);
    }
  }

  private static void requireQueue(Target target) {
    var waiting = new Population(20, 1, RowSize.MESSAGE);
    var work = new TableWork(await(target.load(waiting)), waiting);
    for (var number = 0; number < 2 * waiting.entities(); number++) {
      var drawn = new DrawnOperation(Operation.MESSAGE, number, 1, 1);
      assertThat(await(work.carryOut(drawn))).isEqualTo(1);
    }
  }

  private void requireIndexes(TargetKind kind) throws IOException {
    try (var target = start(kind)) {
      var table = await(target
          .load(INDEXED)
          .onErrorMap(
              TargetContractTest::isNotImplemented,
              refused -> new TestAbortedException("the service has no indexes", refused)));
      var work = new TableWork(table, INDEXED);
      for (var group = 0; group < INDEXED.entities(); group += IndexedProperties.HITS) {
        assertThat(await(table.indexEquals(IndexedProperties.group(group))))
            .isEqualTo(IndexedProperties.HITS);
      }
      assertThat(await(table.indexRange(IndexedProperties.rank(150), 200))).isEqualTo(200);
      assertThat(await(table.indexRange(IndexedProperties.rank(350), 200))).isEqualTo(50);

      await(work.carryOut(new DrawnOperation(Operation.UPSERT, 17, 1, 1)));
      var group = INDEXED.row(17, 1).values().get(IndexedProperties.GROUP);
      assertThat(await(table.indexEquals(group))).isEqualTo(IndexedProperties.HITS + 1);
    }
  }

  /** A service without indexes takes no part. */
  private static boolean isNotImplemented(Throwable failure) {
    return failure instanceof TableServiceException refused
        && refused.code() == ErrorCode.NOT_IMPLEMENTED;
  }

  private void requireContract(TargetKind kind) throws IOException {
    try (var target = start(kind)) {
      var table = await(target.load(ROWS));
      var work = new TableWork(table, ROWS);
      for (var operation : kind.operations()) {
        if (operation.usesIndex() || operation.usesNumber() || operation == Operation.MESSAGE) {
          continue;
        }
        assertThat(await(work.carryOut(drawn(operation))))
            .as("%s of %s", operation, kind.title())
            .isPositive();
      }
      if (kind.operations().contains(Operation.SCAN)) {
        requireStored(kind, table);
      }
      if (kind.operations().contains(Operation.MESSAGE)) {
        requireQueue(target);
      }
      requireProcessorTime(target, table);
    }
    try (var left = Files.list(folder)) {
      assertThat(left).as("files of %s", kind.title()).isEmpty();
    }
  }

  /**
   * The system counts processor time in hundredths of a second, so a quick target may show none.
   */
  private static void requireProcessorTime(Target target, TargetTable table) {
    await(Mono.defer(() -> table.read(ROWS.key(0)))
        .repeat(() -> target.cpu().used().isZero())
        .then(Mono.just(true)));
  }

  /** Reads find present entities and no others. */
  private static void requireStored(TargetKind kind, TargetTable table) {
    assertThat(await(table.read(ROWS.key(0)))).isEqualTo(1);
    assertThat(await(table.read(ROWS.absentKey(0)))).isZero();
    assertThat(await(table.scan(ROWS.key(100), 7))).isEqualTo(7);
    if (kind.operations().contains(Operation.INSERT)) {
      assertThat(await(table.read(ROWS.key(ROWS.entities())))).isEqualTo(1);
    }
    if (kind.operations().contains(Operation.INSERT) && !kind.equals(TargetKind.CASSANDRA)) {
      assertThatThrownBy(() -> await(table.insert(ROWS.row(0, 1))))
          .as("an insert of a present entity")
          .isInstanceOf(Exception.class);
    }
  }

  private static DrawnOperation drawn(Operation operation) {
    return switch (operation) {
      case READ, UPSERT, READ_MODIFY_WRITE -> new DrawnOperation(operation, 17, 1, 1);
      case INSERT -> new DrawnOperation(operation, ROWS.entities(), 1, 0);
      case JOINT -> new DrawnOperation(operation, 9, 2, 3);
      case INDEX_EQ, INDEX_RANGE, INCREMENT, SUM, MESSAGE ->
        throw new IllegalArgumentException(operation.name());
      case SCAN, BATCH -> new DrawnOperation(operation, 3, 100, 1);
      case BULK -> new DrawnOperation(operation, 5, 300, 2);
      case STREAM -> new DrawnOperation(operation, 0, ROWS.entities(), 0);
    };
  }

  private Target start(TargetKind kind) throws IOException {
    try {
      return kind.start(TestSurroundings.in(folder));
    } catch (MissingProgram missing) {
      return abort(missing.getMessage());
    }
  }

  private static <T> T await(Mono<T> answer) {
    return answer.blockOptional(PATIENCE).orElseThrow();
  }
}
