package io.weir.engine.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Selection;
import io.weir.engine.observe.Arrival;
import org.junit.jupiter.api.Test;

/** Rules on the partitions of a table speak at their thresholds and not below them. */
final class PartitionRulesTest {

  @Test
  void aPartitionWithHalfOfTheRequestsIsHot() {
    assertThat(hot(10_000, 10_000, 10).advice())
        .singleElement()
        .isInstanceOfSatisfying(HotPartition.class, advice -> {
          assertThat(advice.partitionKey()).isEqualTo("hot");
          assertThat(advice.share()).isEqualTo(0.5);
          assertThat(advice.pattern()).isEqualTo("keys");
        });
  }

  @Test
  void aPartitionBelowAThresholdIsNotHot() {
    assertThat(hot(9_999, 100, 10).advice()).as("requests").isEmpty();
    assertThat(hot(10_000, 10_001, 10).advice()).as("share").isEmpty();
    assertThat(hot(10_000, 100, 9).advice()).as("partitions").isEmpty();
  }

  private static Recorded hot(int requests, int others, int partitions) {
    var recorded = new Recorded().partitions(partitions).read(requests, "hot", Selection.ALL);
    for (var i = 0; i < 100; i++) {
      recorded.read(others / 100 + (i < others % 100 ? 1 : 0), "cold" + i, Selection.ALL);
    }
    return recorded;
  }

  @Test
  void writesToTheLastPartitionAreAppended() {
    assertThat(last(5_000, 1_250, 6).advice())
        .singleElement()
        .isInstanceOfSatisfying(AppendOnlyKeys.class, advice -> {
          assertThat(advice.place()).isEqualTo(AppendOnlyKeys.Place.LAST_PARTITION);
          assertThat(advice.partitionKey()).isEqualTo("2030-05");
          assertThat(advice.share()).isEqualTo(0.8);
        });
  }

  @Test
  void writesToTheLastPartitionBelowAThresholdAreNotAppended() {
    assertThat(last(4_999, 0, 6).advice()).as("stores").isEmpty();
    assertThat(last(5_000, 1_251, 6).advice()).as("share").isEmpty();
    assertThat(last(5_000, 0, 5).advice()).as("advances").isEmpty();
  }

  @Test
  void aBusyPartitionThatIsTheLastByChanceIsNotAppendedTo() {
    assertThat(new Recorded()
            .partitions(10)
            .wrote(10, "a", Arrival.TOGETHER)
            .wrote(9_000, "z", Arrival.TOGETHER)
            .wrote(990, "a", Arrival.TOGETHER)
            .advice())
        .isEmpty();
  }

  /** Writes to so many partitions in turn, each after the one before it, and to an earlier one. */
  private static Recorded last(int stores, int others, int partitions) {
    var recorded = new Recorded();
    for (var month = 0; month < partitions; month++) {
      var share = stores / partitions + (month < stores % partitions ? 1 : 0);
      recorded.wrote(share, "2030-0" + month, Arrival.TOGETHER);
    }
    return recorded.wrote(others, "2029-12", Arrival.TOGETHER);
  }

  @Test
  void partitionsThatFollowEachOtherAreAppended() {
    var recorded = new Recorded().partitions(10);
    for (var minute = 100; minute < 200; minute++) {
      recorded.wrote(60, "minute-" + minute, Arrival.TOGETHER);
    }

    assertThat(recorded.advice())
        .singleElement()
        .isInstanceOfSatisfying(AppendOnlyKeys.class, advice -> {
          assertThat(advice.partitionKey()).isEqualTo("minute-199");
          assertThat(advice.stores()).isEqualTo(6_000);
        });
  }

  @Test
  void rowsAfterTheLastRowAreAppended() {
    assertThat(new Recorded()
            .appended(4_500, "log", Arrival.TOGETHER)
            .wrote(500, "log", Arrival.TOGETHER)
            .advice())
        .singleElement()
        .isInstanceOfSatisfying(AppendOnlyKeys.class, advice -> {
          assertThat(advice.place()).isEqualTo(AppendOnlyKeys.Place.END_OF_PARTITION);
          assertThat(advice.rising()).isEqualTo(0.9);
        });
  }

  @Test
  void rowsBelowAThresholdAreNotAppended() {
    assertThat(new Recorded().appended(4_999, "log", Arrival.TOGETHER).advice())
        .as("stores")
        .isEmpty();
    assertThat(new Recorded()
            .appended(4_500, "log", Arrival.TOGETHER)
            .wrote(501, "log", Arrival.TOGETHER)
            .advice())
        .as("rising")
        .isEmpty();
    assertThat(new Recorded()
            .appended(5_000, "log", Arrival.TOGETHER)
            .wrote(1_251, "other", Arrival.TOGETHER)
            .advice())
        .as("share")
        .isEmpty();
  }

  @Test
  void aPartitionThatIsAppendedToIsNotAlsoCalledHot() {
    assertThat(new Recorded()
            .partitions(10)
            .appended(10_000, "log", Arrival.TOGETHER)
            .advice())
        .singleElement()
        .isInstanceOf(AppendOnlyKeys.class);
  }

  @Test
  void aBulkLoadSaysNothingOfAProgram() {
    assertThat(
            new Recorded().partitions(3).appended(20_000, "log", Arrival.BULK).advice())
        .isEmpty();
  }

  @Test
  void largePartitionsAreNamed() {
    assertThat(new Recorded()
            .large(new PartitionSizes.Size("p", 5_000_000, 1 << 20))
            .advice())
        .singleElement()
        .isEqualTo(new LargePartition(new Recorded().evidence().name(), "p", 5_000_000, 1 << 20));
  }

  @Test
  void removalsInOrderAreNamed() {
    assertThat(new Recorded().removed(0, 1_000, "p", Arrival.SINGLE).advice())
        .singleElement()
        .isInstanceOf(DeletesOneByOne.class)
        .returns("high-volume-delete", Advice::pattern);
    assertThat(alternating(900, 100).advice()).hasSize(1);
  }

  @Test
  void removalsBelowAThresholdAreNotNamed() {
    assertThat(new Recorded().removed(0, 999, "p", Arrival.SINGLE).advice()).isEmpty();
    assertThat(alternating(900, 101).advice()).as("order").isEmpty();
    assertThat(new Recorded().removed(0, 1_000, "p", Arrival.TOGETHER).advice())
        .as("batches")
        .isEmpty();
  }

  private static Recorded alternating(int rising, int repeated) {
    var recorded = new Recorded().removed(0, rising, "p", Arrival.SINGLE);
    for (var i = 0; i < repeated; i++) {
      recorded.removed(rising - 1, rising, "p", Arrival.SINGLE);
    }
    return recorded;
  }

  @Test
  void singleWritesOfOnePartitionAreNamed() {
    assertThat(new Recorded()
            .wrote(10_000, "p", Arrival.SINGLE)
            .wrote(1_111, "p", Arrival.TOGETHER)
            .advice())
        .singleElement()
        .isInstanceOf(WritesOneByOne.class);
  }

  @Test
  void singleWritesBelowAThresholdAreNotNamed() {
    assertThat(new Recorded().wrote(9_999, "p", Arrival.SINGLE).advice()).isEmpty();
    assertThat(new Recorded()
            .wrote(10_000, "p", Arrival.SINGLE)
            .wrote(1_112, "p", Arrival.TOGETHER)
            .advice())
        .as("share")
        .isEmpty();
  }

  @Test
  void singleWritesOfLargeEntitiesAreNotNamed() {
    assertThat(ofBytes(4_096).advice()).hasSize(1);
    assertThat(ofBytes(4_097).advice()).isEmpty();
  }

  private static Recorded ofBytes(int bytes) {
    var entity = Sized.entity(bytes);
    assertThat(entity.encoded()).hasSize(bytes);
    var recorded = new Recorded();
    for (var i = 0; i < 10_000; i++) {
      recorded.wrote(entity, Arrival.SINGLE);
    }
    return recorded;
  }
}
