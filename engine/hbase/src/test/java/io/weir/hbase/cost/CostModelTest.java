package io.weir.hbase.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The numbers of regions and servers in the README's cost model, beside tables that grow in
 * simulation.
 */
final class CostModelTest {

  private static final long SEED = 26;

  /** Bytes of an entity of 1 KB with its key and its Timestamp. */
  private static final double ENTITY_BYTES = 1_100;

  /**
   * The part of the size at which a region splits that a region has on average: the cost model
   * counts with it.
   */
  private static final double FILL = 0.7;

  private static final int REGIONS_A_SERVER = 150;

  @ParameterizedTest
  @CsvSource({
    // entities, partitions, skew
    "1e9, 100000, 0",
    "1e9, 100000, 0.5",
    "1e9, 100000, 0.8",
    "1e12, 5000000, 0",
    "1e12, 5000000, 0.5",
  })
  void aTableHasAsManyRegionsAsTheModelSays(double entities, int partitions, double skew) {
    var bytes = entities * ENTITY_BYTES;
    var table = new GrowingTable(partitions, skew, SEED).growTo(bytes);
    var expected = bytes / (FILL * GrowingTable.REGION_BYTES);
    var servers = (int) Math.ceil(expected / REGIONS_A_SERVER);

    System.out.printf(
        "entities=%.0e skew=%.1f regions=%d model=%.0f fill=%.2f servers=%d busiest=%.2f largestPartition=%.1f GB%n",
        entities,
        skew,
        table.regions(),
        expected,
        table.fill(),
        servers,
        table.busiest(Math.max(servers, 3)),
        table.largestPartition() / 1e9);
    assertThat(table.regions() / expected).isBetween(0.6, 1.5);
    assertThat(Arrays.stream(table.bytesOfSharedRegions()).max().orElseThrow())
        .isLessThanOrEqualTo(GrowingTable.REGION_BYTES);
    assertThat(table.busiest(Math.max(servers, 3))).isLessThan(1.5);
  }

  @ParameterizedTest
  @CsvSource({"0.5", "0.9"})
  void noSplitHelpsAPartitionThatIsTooLarge(double skew) {
    var table = new GrowingTable(1_000, skew, SEED).growTo(10e12);

    assertThat(table.largestPartition()).isGreaterThan(GrowingTable.REGION_BYTES);
    assertThat(Arrays.stream(table.bytesOfSharedRegions()).max().orElse(0))
        .isLessThanOrEqualTo(GrowingTable.REGION_BYTES);
    assertThat(table.regions()).isLessThanOrEqualTo(1_000);
  }
}
