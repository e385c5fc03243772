package io.weir.perf.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A report uses stored results alone: its goals are ratios of them, and its page shows files of its
 * own folder.
 */
final class ComparisonReportTest {

  private static final Latency LATENCY = new Latency(List.of(
      new Latency.Point(50, 100), new Latency.Point(99, 250), new Latency.Point(99.9, 900)));

  @TempDir
  private Path folder;

  @Test
  void aGoalIsTheMedianRatioOfSimultaneousRounds() {
    // The machine was slow in the second round: the ratio of the medians would be 1,000 / 1,600.
    var weir = measured("weir, raw HTTP/1.1", "read", 64, 1_000, 100, 1_100);
    var bare = measured("bare Reactor Netty, HTTP/1.1", "read", 64, 1_600, 200, 1_500);

    var goal = Goals.of(MeasurementIndex.in(results(weir, bare))).get(0);

    assertThat(goal.measured()).contains(0.625);
    assertThat(goal.met()).contains(true);
    assertThat(goal.verdict()).isEqualTo("met");
  }

  @Test
  void aGoalWhosePeerIsMissingIsNotMeasured() {
    var goals = Goals.of(MeasurementIndex.in(results(measured("weir", "upsert", 256, 1_000))));

    assertThat(goals).allSatisfy(goal -> assertThat(goal.verdict()).isEqualTo("not measured"));
  }

  @Test
  void theWorstMixDeterminesTheGoal() {
    var goals = Goals.of(MeasurementIndex.in(results(
        measured("weir", "ycsb-a", 16, 900),
        measured("PostgreSQL", "ycsb-a", 16, 1_000),
        measured("weir", "ycsb-b", 64, 5_000),
        measured("PostgreSQL", "ycsb-b", 64, 1_000))));

    assertThat(goals)
        .filteredOn(goal -> goal.what().endsWith("÷ PostgreSQL") && goal.what().startsWith("YCSB"))
        .singleElement()
        .satisfies(goal -> {
          assertThat(goal.measured()).contains(0.9);
          assertThat(goal.remark()).isEqualTo("ycsb-a, 16 clients");
          assertThat(goal.verdict()).isEqualTo("missed");
        });
  }

  @Test
  void tailLatencyIsComparedWithTheLimitAtHalfOfThePeak() {
    var goals = Goals.of(MeasurementIndex.in(results(
        measured("weir", "read", 64, 1_000),
        scheduled("weir", 250, 150),
        scheduled("weir", 500, 9_000, 200, 250),
        measured("bare Reactor Netty, h2c", "read", 64, 2_000),
        scheduled("bare Reactor Netty, h2c", 500, 999),
        scheduled("bare Reactor Netty, h2c", 1_000, 333))));

    assertThat(goals)
        .filteredOn(goal -> goal.what().startsWith("read on schedule"))
        .singleElement()
        .satisfies(goal -> {
          assertThat(goal.measured()).contains(2.5);
          assertThat(goal.remark()).endsWith("; bare Reactor Netty over h2c 3.33");
        });
  }

  @Test
  void indexesAndJointCommitsHaveGoals() {
    var goals = Goals.of(MeasurementIndex.in(results(
        measured("weir", "joint-2", 64, 600),
        measured("weir", "batch-2", 64, 1_000),
        measured("weir", "mixed-joint", 64, 1_800),
        measured("weir", "upsert", 64, 2_000),
        measured("weir", "index-eq", 64, 10_000),
        measured("PostgreSQL", "index-eq", 64, 4_000),
        measured("weir", "index-range", 16, 900),
        measured("PostgreSQL", "index-range", 16, 1_000),
        measured("weir", "upsert-indexed-0", 64, 2_000),
        measured("weir", "upsert-indexed-5", 64, 1_000))));

    assertThat(goals)
        .filteredOn(goal -> goal.measured().isPresent())
        .extracting(Goal::what, goal -> goal.measured().orElseThrow(), Goal::verdict)
        .containsExactly(
            tuple("joint commits of 2 ÷ batches of 2", 0.6, "met"),
            tuple("upserts of which 1 % are joint commits ÷ upserts", 0.9, "met"),
            tuple("equality on an index, 10 hits ÷ PostgreSQL", 2.5, "met"),
            tuple("server's CPU of an equality on an index, µs", 50.0, "met"),
            tuple("1,000 rows in the order of an index ÷ PostgreSQL", 0.9, "missed"),
            tuple("server's CPU of an upsert that changes 5 indexes ÷ none", 2.0, "met"));
  }

  @Test
  void threeNodesHaveGoals() {
    var goals = Goals.of(MeasurementIndex.in(results(
        measured("weir, three nodes", "three nodes: upserts", 64, 3_000, 100, 3_200),
        measured("etcd, three nodes", "three nodes: upserts", 64, 1_500, 50, 1_500),
        measured("PostgreSQL, a synchronous standby", "three nodes: upserts", 64, 1_000, 1, 800),
        measured("weir, three nodes", "three nodes: point reads", 64, 800),
        measured("weir", "three nodes: point reads", 64, 1_000),
        measured("weir, three nodes", "three nodes: one upsert at a time", 1, 1_000),
        measured("a force of 4 KiB", "three nodes: one upsert at a time", 1, 2_000),
        measured("a round trip over loopback", "three nodes: one upsert at a time", 1, 9_000),
        measured("weir", "three nodes: upserts", 64, 6_000, 250, 8_000),
        changed("three nodes: writes again after kill -9", Map.of("ServiceFailed", 1L)),
        changed("three nodes: planned transfer", Map.of()),
        changed("three nodes: rolling restart", Map.of("ServiceFailed", 2L)))));

    assertThat(goals)
        .filteredOn(goal -> goal.measured().isPresent())
        .extracting(Goal::what, goal -> goal.measured().orElseThrow(), Goal::verdict)
        .containsExactly(
            tuple("three nodes: writes again after kill -9 of the leader, p50, s", 0.2, "met"),
            tuple("three nodes: writes again after kill -9 of the leader, p99, s", 3.1, "missed"),
            tuple(
                "three nodes: planned transfer, longest time without an answer, ms",
                3_200.0,
                "missed"),
            tuple("three nodes: planned transfer, failed requests", 0.0, "met"),
            tuple(
                "three nodes: rolling restart, longest time without an answer, ms",
                3_200.0,
                "missed"),
            tuple("three nodes: rolling restart, failed requests", 2.0, "missed"),
            tuple("three nodes: upserts ÷ etcd of three nodes", 2.0, "missed"),
            tuple("three nodes: upserts ÷ PostgreSQL with a synchronous standby", 4.0, "met"),
            tuple(
                "three nodes: processor time of an upsert, all nodes together ÷ one node",
                2.5,
                "met"),
            tuple("three nodes: point reads ÷ one node", 0.8, "missed"),
            tuple("three nodes: latency of one upsert ÷ (a force + a round trip)", 0.5, "met"));
  }

  @Test
  void thePlainProtocolHasGoals() {
    var goals = Goals.of(MeasurementIndex.in(results(
        measured("bare Reactor Netty, HTTP/1.1", "read", 256, 10_000),
        measured("bare Reactor Netty, HTTP/1.1", "upsert", 256, 5_000),
        measured("weir, raw HTTP/1.1", "upsert", 256, 5_000),
        measured("weir, raw HTTP/1.1", "range-100", 16, 1_800),
        measured("PostgreSQL", "range-100", 16, 1_000),
        measured("weir, raw HTTP/1.1", "range-1000", 16, 300),
        measured("PostgreSQL", "range-1000", 16, 400))));

    assertThat(goals)
        .filteredOn(goal -> goal.measured().isPresent())
        .extracting(Goal::what, goal -> goal.measured().orElseThrow(), Goal::verdict)
        .containsExactly(
            tuple(
                "server's CPU of a durable upsert over HTTP/1.1, signed ÷ bare Reactor Netty's of"
                    + " one, and half of an answer",
                0.8,
                "met"),
            tuple("pages of 100 rows over HTTP/1.1 ÷ PostgreSQL", 1.8, "met"),
            tuple("pages of 1000 rows over HTTP/1.1 ÷ PostgreSQL", 0.75, "missed"));
  }

  @Test
  void queuesAndFeedsHaveGoals() {
    var goals = Goals.of(MeasurementIndex.in(results(
        measured("weir", "queue", 16, 2_100),
        measured("PostgreSQL", "queue", 16, 1_000),
        measured("azurite-queue", "queue", 16, 300),
        measured("weir, in process", "feed", 1, 299_000),
        measured("weir", "feed", 1, 90_000),
        measured("Redis Streams", "feed", 1, 60_000),
        measured("weir", "feed-values", 1, 80_000),
        measured("PostgreSQL", "feed-values", 1, 40_000),
        measured("weir", "feed-delay", 1, 500),
        measured("weir", "upsert-alone", 64, 1_000),
        measured("weir", "upsert-idle-consumer", 64, 980),
        measured("weir", "upsert-busy-consumer", 64, 800),
        measured("weir, in process", "upsert-alone", 64, 2_000),
        measured("weir, in process", "upsert-slow-consumers", 64, 1_900))));

    assertThat(goals)
        .filteredOn(goal -> goal.measured().isPresent())
        .extracting(goal -> goal.measured().orElseThrow(), Goal::wanted, Goal::verdict)
        .containsExactly(
            tuple(2.1, "≥ 2", "met"),
            tuple(7.0, "≥ 20", "missed"),
            tuple(299_000.0, "≥ 300000", "missed"),
            tuple(2.0, "≥ 3", "missed"),
            tuple(1.5, "≥ 1", "met"),
            tuple(0.1, "≤ 1", "met"),
            tuple(0.98, "≥ 0.97", "met"),
            tuple(0.8, "≥ 0.9", "missed"),
            tuple(0.95, "≥ 0.95", "met"));
  }

  @Test
  void thePageShowsEachPlotFromItsFolder() throws IOException {
    var results = results(
        measured("weir", "read", 1, 900),
        measured("weir", "read", 64, 9_000, 9_500),
        measured("PostgreSQL", "read", 64, 4_000, 4_500));
    results.write(folder.resolve("results.json"));

    var page = ComparisonReport.of(Results.read(folder.resolve("results.json"))).write(folder);

    var text = Files.readString(page);
    assertThat(text)
        .contains("| read | 64 clients | weir | 1,000 | 9,500 |", "PostgreSQL", "commit-of-it")
        .contains("It <is> not installed.")
        .doesNotContain("<svg", "http://");
    var shown = Pattern.compile("!\\[.*]\\((.*)\\)").matcher(text).results().toList();
    assertThat(shown).isNotEmpty().doesNotHaveDuplicates();
    for (var plot : shown) {
      assertThat(folder.resolve(plot.group(1))).content().contains("<svg", rgb(Palette.of("weir")));
    }
  }

  @Test
  void missingMeasurementsAreNotPlotted() {
    var sections = ReportSections.all(MeasurementIndex.in(results(
        measured("weir", "read", 64, 9_000), measured("weir, raw h2c", "upsert", 256, 900))));

    assertThat(sections)
        .flatExtracting(ReportSection::plots)
        .isNotEmpty()
        .noneSatisfy(plot -> assertThat(plot.title()).contains("raw HTTP"))
        .noneSatisfy(plot -> assertThat(plot.title()).contains("Latency of upserts"));
  }

  @Test
  void distantValuesUseALogarithmicScale() {
    assertThat(heightOfTheSmaller(8, 399)).isCloseTo(8 / 399.0, within(0.001));
    assertThat(heightOfTheSmaller(8, 400))
        .isCloseTo(Math.log10(8) / Math.log10(400), within(0.001));
  }

  @Test
  void theSmallestBarIsVisibleWhenItIsAPowerOfTen() {
    assertThat(heightOfTheSmaller(10, 10_000)).isCloseTo(1 / 4.0, within(0.001));
  }

  /** Returns the drawn height of weir's bar divided by that of PostgreSQL's. */
  private static double heightOfTheSmaller(double weir, double postgres) {
    var plot = Plots.bars(
            "Rates", "a second", List.of("weir", "PostgreSQL"), List.of(weir, postgres))
        .svg();
    return height(plot, Palette.of("weir")) / height(plot, Palette.of("PostgreSQL"));
  }

  private static double height(String plot, Color color) {
    var bar = Pattern.compile("M[\\d.]+,([\\d.]+) L[\\d.]+,[\\d.]+ L[\\d.]+,([\\d.]+) [^>]*fill:"
            + Pattern.quote(rgb(color)))
        .matcher(plot);
    assertThat(bar.find()).isTrue();
    return Double.parseDouble(bar.group(2)) - Double.parseDouble(bar.group(1));
  }

  private static String rgb(Color color) {
    return "rgb(%d,%d,%d)".formatted(color.getRed(), color.getGreen(), color.getBlue());
  }

  /** Returns a change of the leader, after which nobody answered for 0.2 to 3.2 seconds. */
  private static Measurement changed(String workload, Map<String, Long> failures) {
    var gaps = new Latency(List.of(
        new Latency.Point(50, 200_000),
        new Latency.Point(99, 3_100_000),
        new Latency.Point(100, 3_200_000)));
    var sample = new RoundSample(9, 100, 100, failures, 0, 0, gaps);
    return new Measurement(
        "weir, three nodes", "", workload, 1_000, "one by one", 1, 0, List.of(sample), gaps);
  }

  private static Results results(Measurement... measurements) {
    return StoredResults.of(List.of(measurements));
  }

  private static Measurement measured(
      String target, String workload, int clients, double... perSecond) {
    var samples = Arrays.stream(perSecond)
        .mapToObj(rate -> new RoundSample(1, (long) rate, (long) rate, Map.of(), 0.5, 0.5, LATENCY))
        .toList();
    return new Measurement(
        target, "", workload, 1_000, clients + " clients", clients, 0, samples, LATENCY);
  }

  /** Reads, with a p50 of 100 µs, in rounds. */
  private static Measurement scheduled(String target, double perSecond, double... p99s) {
    var samples = Arrays.stream(p99s)
        .mapToObj(
            p99 -> new Latency(List.of(new Latency.Point(50, 100), new Latency.Point(99, p99))))
        .map(latency -> new RoundSample(1, 1, 1, Map.of(), 0.5, 0.5, latency))
        .toList();
    return new Measurement(
        target, "", "read", 1_000, "on schedule", 0, perSecond, samples, LATENCY);
  }
}
