package io.weir.perf.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Operations are drawn with the weights and the distribution of their workload, reproducibly for a
 * seed.
 */
final class OperationDrawsTest {

  private static final int DRAWN = 100_000;
  private static final int ENTITIES = 10_000;
  private static final long SEED = 7;

  @Test
  void operationsAreDrawnByTheirWeights() throws IOException {
    var drawn = draw("ycsb-b").collect(counting(DrawnOperation::operation));

    assertThat(drawn).containsOnlyKeys(Operation.READ, Operation.UPSERT);
    assertThat(share(drawn, Operation.UPSERT)).isCloseTo(0.05, within(0.005));
  }

  @Test
  void equalSeedsDrawEqualOperations() throws IOException {
    assertThat(draw("ycsb-e").toList()).isEqualTo(draw("ycsb-e").toList());
  }

  @Test
  void uniformKeysAreDrawnEvenly() throws IOException {
    var often = draw("read").collect(counting(DrawnOperation::number)).values();

    assertThat(often).hasSizeGreaterThan(ENTITIES * 99 / 100).allMatch(count -> count < 40);
  }

  @Test
  void zipfKeysHaveTheFrequencyOfTheirRank() throws IOException {
    var often = draw("ycsb-c").collect(counting(DrawnOperation::number)).values().stream()
        .sorted((one, other) -> Long.compare(other, one))
        .toList();

    var first = (double) often.get(0);
    assertThat(first / DRAWN).isCloseTo(0.1, within(0.01));
    assertThat(often.get(9) / first).isCloseTo(Math.pow(10, -0.99), within(0.03));
  }

  @Test
  void latestKeysAreTheLastInsertedAndAnsweredOnes() throws IOException {
    var workload = Workloads.named("ycsb-d");
    var inserted = new InsertedRows(ENTITIES);
    var draws = OperationDraws.of(workload, workload.population(ENTITIES), inserted, SEED);

    var newest = Stream.generate(draws::next)
        .limit(DRAWN)
        .filter(drawn -> drawn.operation() == Operation.READ)
        .collect(counting(DrawnOperation::number));

    assertThat(newest.keySet()).allMatch(number -> number >= 0 && number < ENTITIES);
    assertThat(share(newest, ENTITIES - 1)).isCloseTo(0.1, within(0.01));
  }

  @Test
  void anInsertedRowIsReadableWhenAllEarlierInsertsHaveEnded() {
    var inserted = new InsertedRows(10);
    var first = inserted.take();
    var second = inserted.take();

    inserted.settle(second);
    assertThat(inserted.readable()).isEqualTo(10);

    inserted.settle(first);
    assertThat(inserted.readable()).isEqualTo(12);
  }

  @Test
  void endedInsertsMakeTheirRowsReadable() throws IOException {
    var workload = Workloads.named("ycsb-d");
    var inserted = new InsertedRows(ENTITIES);
    var draws = OperationDraws.of(workload, workload.population(ENTITIES), inserted, SEED);

    var drawn = Stream.generate(draws::next).limit(1_000).toList();
    drawn.forEach(draws::settle);

    var inserts =
        drawn.stream().filter(one -> one.operation() == Operation.INSERT).count();
    assertThat(inserts).isPositive();
    assertThat(inserted.readable()).isEqualTo(ENTITIES + inserts);
  }

  @Test
  void aWorkloadMayReadASinglePartition() throws IOException {
    var population = Workloads.named("read-one-partition").population(ENTITIES);

    assertThat(population.partitions()).isGreaterThan(1);
    assertThat(draw("read-one-partition").limit(5_000))
        .allMatch(
            drawn -> population.key(drawn.number()).partitionKey().equals("partition-00000000"));
  }

  @Test
  void aRangeLiesWithinItsPartition() throws IOException {
    var population = Workloads.named("ycsb-e").population(ENTITIES);
    var scans = draw("ycsb-e")
        .filter(drawn -> drawn.operation() == Operation.SCAN)
        .limit(2_000)
        .toList();

    assertThat(scans)
        .extracting(DrawnOperation::rows)
        .contains(1, 100)
        .allMatch(rows -> rows >= 1 && rows <= 100);
    assertThat(scans).allSatisfy(scan -> {
      var keys = population.neighbours(scan.number(), scan.rows());
      assertThat(keys).hasSize(scan.rows()).allMatch(number -> number < ENTITIES);
      assertThat(keys.get(0)).isEqualTo(scan.number());
    });
  }

  @Test
  void partitionsHoldAllLoadedRowsTogether() {
    var population = new Population(1_003, 10, RowSize.NARROW);

    assertThat(IntStream.range(0, 10).map(population::rowsIn).sum()).isEqualTo(1_003);
    assertThat(population.neighbours(1_002, 200)).hasSize(101).last().isEqualTo(1_002);
  }

  @Test
  void mixedRowsAreShortAndLongAndWithinTheServicesLimit() {
    var population = new Population(300, 3, RowSize.MIXED);
    var rows = IntStream.range(0, 300)
        .mapToObj(number -> population.row(number, 0))
        .sorted(Comparator.comparing(row -> row.blob().length))
        .toList();
    var longest = rows.get(299);

    assertThat(rows.get(0).blob()).hasSizeLessThan(200);
    assertThat(longest.blob()).hasSizeBetween(300_000, 500_000);
    assertThat(longest.entity().encoded()).hasSizeLessThan(1 << 19);
  }

  @Test
  void aJointCommitHasRowsOfDifferentPartitions() throws IOException {
    var population = Workloads.named("joint-2").population(ENTITIES);

    assertThat(draw("joint-2").limit(2_000)).allSatisfy(joint -> {
      assertThat(joint.rows()).isEqualTo(2);
      assertThat(population.key(joint.number()).partitionKey())
          .isNotEqualTo(population.key(joint.number() + 1).partitionKey());
    });
  }

  @Test
  void oneWriteInAHundredIsAJointCommit() throws IOException {
    var drawn = draw("mixed-joint").collect(counting(DrawnOperation::operation));

    assertThat(drawn).containsOnlyKeys(Operation.UPSERT, Operation.JOINT);
    assertThat(share(drawn, Operation.JOINT)).isCloseTo(0.01, within(0.002));
  }

  @Test
  void eachLoadedGroupHasItsHitsInSeveralPartitions() {
    var rows = new Population(1_000, 10, RowSize.INDEXED5);

    var groups = IntStream.range(0, 1_000)
        .mapToObj(number -> rows.row(number, 0))
        .collect(Collectors.groupingBy(row -> row.values().get(IndexedProperties.GROUP)));

    assertThat(groups).hasSize(100);
    assertThat(groups.values()).allSatisfy(group -> {
      assertThat(group).hasSize(IndexedProperties.HITS);
      assertThat(group.stream().map(row -> row.key().partitionKey()).distinct())
          .hasSizeGreaterThan(1);
    });
  }

  @Test
  void loadedRanksAreDistinctAndNotInTheOrderOfKeys() {
    var rows = new Population(1_000, 10, RowSize.INDEXED1);

    var ranks = IntStream.range(0, 1_000)
        .mapToObj(number -> rows.row(number, 0).values().get(IndexedProperties.RANK))
        .toList();

    assertThat(ranks)
        .doesNotHaveDuplicates()
        .contains(IndexedProperties.rank(0), IndexedProperties.rank(999))
        .isNotEqualTo(ranks.stream().sorted().toList());
  }

  @Test
  void aLaterGenerationHasOtherIndexedValues() {
    var rows = new Population(10_000, 10, RowSize.INDEXED5);
    var before = rows.row(17, 1).values();
    var after = rows.row(17, 2).values();

    assertThat(IntStream.range(IndexedProperties.FIRST, before.size()))
        .hasSize(IndexedProperties.COUNT)
        .allSatisfy(place -> assertThat(after.get(place)).isNotEqualTo(before.get(place)));
  }

  @Test
  void indexedValuesFollowTheValuesOfAWideRow() {
    var wide = new Population(1_000, 10, RowSize.WIDE).row(17, 3);
    var indexed = new Population(1_000, 10, RowSize.INDEXED3).row(17, 3);

    assertThat(indexed.key()).isEqualTo(wide.key());
    assertThat(indexed.values().subList(0, 10)).isEqualTo(wide.values());
  }

  @Test
  void queriesByIndexAreForWholeGroupsAndRanges() throws IOException {
    assertThat(draw("index-eq").limit(2_000))
        .allMatch(drawn -> drawn.number() % 10 == 0 && drawn.rows() == 10);
    assertThat(draw("index-range").limit(2_000))
        .allMatch(drawn -> drawn.number() + 1_000 <= ENTITIES && drawn.rows() == 1_000);
  }

  private static Stream<DrawnOperation> draw(String name) throws IOException {
    var workload = Workloads.named(name);
    var draws = OperationDraws.of(
        workload, workload.population(ENTITIES), new InsertedRows(ENTITIES), SEED);
    return Stream.generate(draws::next).limit(DRAWN);
  }

  private static <K> Collector<DrawnOperation, ?, Map<K, Long>> counting(
      Function<DrawnOperation, K> by) {
    return Collectors.groupingBy(by, Collectors.counting());
  }

  private static <K> double share(Map<K, Long> counts, K of) {
    var all = List.copyOf(counts.values()).stream().mapToLong(Long::longValue).sum();
    return (double) counts.getOrDefault(of, 0L) / all;
  }
}
