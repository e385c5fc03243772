package io.weir.perf.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds the sections of the report, in order. */
final class ReportSections {

  private static final List<String> MIXES =
      List.of("ycsb-a", "ycsb-b", "ycsb-c", "ycsb-d", "ycsb-e", "ycsb-f");

  private ReportSections() {}

  static List<ReportSection> all(MeasurementIndex found) {
    var known = known(found);
    var shown =
        known.stream().flatMap(section -> section.measurements().stream()).toList();
    var others = found.results().measurements().stream()
        .filter(one -> !shown.contains(one))
        .collect(
            Collectors.groupingBy(ReportSections::title, LinkedHashMap::new, Collectors.toList()));
    return Stream.concat(
            known.stream(),
            others.entrySet().stream().map(own -> section(own.getKey(), "", own.getValue())))
        .toList();
  }

  /**
   * Returns the title of a section for a workload that has none of its own: the text before a
   * colon.
   */
  private static String title(Measurement one) {
    var colon = one.workload().indexOf(':');
    return colon < 0 ? "Measurements" : one.workload().substring(0, colon);
  }

  private static List<ReportSection> known(MeasurementIndex found) {
    return List.of(
        reads(found),
        concurrency(found),
        mixes(found),
        writes(found),
        joints(found),
        ranges(found),
        indexes(found),
        queues(found),
        feeds(found),
        sizes(found),
        shapes(found),
        schedules(found));
  }

  private static ReportSection reads(MeasurementIndex found) {
    var reads = found.all("read", 64);
    return section(
        "Point reads",
        "64 clients, all keys equally likely. The bare endpoints answer constant bytes without"
            + " reading requests; stores in process have no server, so their processor time"
            + " includes the load.",
        reads,
        cpu("Server's CPU for a point read", reads, RoundSample::serverCpuMicros),
        MeasurementPlots.rates("Point reads a second", reads),
        MeasurementPlots.latency("Latency of point reads, 64 clients", stores(reads)),
        MeasurementPlots.latency(
            "Latency of point reads over raw HTTP, beside bare endpoints", overHttp(reads)));
  }

  private static ReportSection concurrency(MeasurementIndex found) {
    var all = found.atAnyConcurrency("read");
    var reads = all.stream().map(Measurement::clients).distinct().count() > 1
        ? all
        : List.<Measurement>of();
    return section(
        "Throughput against concurrency",
        "Point reads by 1 to 256 clients, each with one request in flight.",
        reads,
        MeasurementPlots.concurrency("Point reads, stores", stores(reads)),
        MeasurementPlots.concurrency(
            "Point reads over raw HTTP, beside bare endpoints", overHttp(reads)));
  }

  private static ReportSection mixes(MeasurementIndex found) {
    var bars = MIXES.stream()
        .map(mix -> MeasurementPlots.rates(
            mix.toUpperCase(Locale.ROOT) + ", operations a second, 64 clients",
            found.all(mix, 64)));
    var latency =
        MeasurementPlots.latency("Latency of YCSB-A, 64 clients", found.all("ycsb-a", 64));
    return section(
        "YCSB",
        "A: half updates. B: 1 in 20 is an update. C: reads. D: reads of the rows inserted last."
            + " E: ranges of 1 to 100. F: read-modify-write. Each store except the emulator forces"
            + " a write before it acknowledges it.",
        MIXES.stream()
            .flatMap(mix -> join(List.of(found.all(mix, 16), found.all(mix, 64))).stream())
            .toList(),
        Stream.concat(bars, Stream.of(latency)).toArray(Plot[]::new));
  }

  private static ReportSection writes(MeasurementIndex found) {
    var upserts = found.all("upsert", 256);
    var batches = found.all("batch-100", 16);
    var bulks = found.all("bulk-1000", 8);
    var commits = found.all("upsert", 1);
    return section(
        "Writes",
        "Upserts by 256 clients, batches of 100 by 16, bulk writes of 1,000 rows by 8; bulk writes"
            + " of 50,000 rows, one after the other. The results say what an acknowledged write"
            + " survives.",
        join(List.of(upserts, batches, bulks, found.all("bulk-50000", 1), commits)),
        MeasurementPlots.rates("Upserts a second, 256 clients", upserts),
        cpu("Server's CPU for an upsert", upserts, RoundSample::serverCpuMicros),
        MeasurementPlots.rows("Batches of 100: rows a second", batches),
        cpu("Batches of 100: server's CPU a row", batches, RoundSample::serverCpuMicrosARow),
        MeasurementPlots.rows("Bulk writes of 1,000: rows a second", bulks),
        MeasurementPlots.latency("Latency of upserts, 256 clients", stores(upserts)));
  }

  private static ReportSection ranges(MeasurementIndex found) {
    var tens = found.all("range-10", 16);
    var hundreds = found.all("range-100", 16);
    var thousands = found.all("range-1000", 16);
    return section(
        "Ranges and streams",
        "Rows of a partition from a key on, by 16 clients; all rows, by one client.",
        join(List.of(tens, hundreds, thousands, found.atAnySize("stream", 1))),
        MeasurementPlots.rows("Ranges of 10: rows a second", tens),
        MeasurementPlots.rows("Ranges of 100: rows a second", hundreds),
        MeasurementPlots.rows("Ranges of 1000: rows a second", thousands));
  }

  private static ReportSection joints(MeasurementIndex found) {
    var joints = found.all("joint-2", 64);
    return section(
        "Joint commits",
        "Two upserts in two partitions, all or nothing, by 64 clients; batches of two in one"
            + " partition and single upserts beside them. PostgreSQL pipelines a transaction of"
            + " two upserts, in one round trip.",
        join(List.of(
            joints,
            found.all("batch-2", 64),
            found.all("upsert", 64),
            found.all("mixed-joint", 64))),
        MeasurementPlots.rates("Joint commits of 2 a second", joints),
        cpu("Server's CPU for a joint commit of 2", joints, RoundSample::serverCpuMicros),
        MeasurementPlots.latency("Latency of joint commits of 2", stores(joints)));
  }

  private static ReportSection indexes(MeasurementIndex found) {
    var equal = found.all("index-eq", 64);
    var ordered = found.all("index-range", 16);
    var upserts = Stream.of("0", "1", "3", "5")
        .map(indexes -> found.all("upsert-indexed-" + indexes, 64))
        .toList();
    return section(
        "Indexes",
        "Ten rows of an indexed value, by 64 clients; two properties of 1,000 rows in the order of"
            + " an index, by 16; upserts that change each of 0, 1, 3 and 5 indexes, by 64."
            + " PostgreSQL has a btree for each index.",
        join(List.of(equal, ordered, join(upserts))),
        MeasurementPlots.rates("Equalities on an index a second", equal),
        cpu("Server's CPU for an equality on an index", equal, RoundSample::serverCpuMicros),
        MeasurementPlots.rows("Rows in the order of an index a second", ordered),
        cpu(
            "Server's CPU for an upsert with 5 indexes",
            upserts.get(3),
            RoundSample::serverCpuMicros));
  }

  private static ReportSection queues(MeasurementIndex found) {
    var messages = found.all("queue", 16);
    return section(
        "Queues",
        "A message of 1 KB is sent, the first one is taken and deleted, each after the answer to"
            + " the one before, by 16 clients. Weir and the emulator speak the Azure Queue"
            + " protocol; PostgreSQL has a table that is used as pgmq does.",
        messages,
        MeasurementPlots.rates("Messages a second, 16 clients", messages),
        cpu("Server's CPU for a message", messages, RoundSample::serverCpuMicros),
        MeasurementPlots.latency("Latency of send, take and delete together", messages));
  }

  private static ReportSection feeds(MeasurementIndex found) {
    var all = Stream.of(FeedTask.values())
        .flatMap(task -> Stream.of(1, FeedTask.WRITERS)
            .flatMap(clients -> found.all(task.workload(), clients).stream()))
        .toList();
    return section(
        "Change feeds",
        "One consumer reads a backlog to its end, without and with a text of each value; latency"
            + " is then that of the whole. The delay from the acknowledgement of a write to its"
            + " consumer. 64 writers alone and beside consumers, and what the busy consumer"
            + " received.",
        all,
        MeasurementPlots.rows(
            "Changes a second, one consumer", found.all(FeedTask.CATCH_UP.workload(), 1)),
        MeasurementPlots.latency(
            "Delay from acknowledgement to consumer", found.all(FeedTask.DELAY.workload(), 1)));
  }

  private static ReportSection sizes(MeasurementIndex found) {
    var reads = ofSeveralSizes(found.atAnySize("read", 64));
    var upserts = ofSeveralSizes(found.atAnySize("upsert", 64));
    return section(
        "Cost against data size",
        "64 clients on tables of several sizes.",
        join(List.of(reads, upserts)),
        MeasurementPlots.size("Point read", few(reads, upserts)),
        MeasurementPlots.size("Upsert", upserts));
  }

  private static List<Measurement> ofSeveralSizes(List<Measurement> all) {
    return all.stream().map(Measurement::entities).distinct().count() > 1 ? all : List.of();
  }

  private static ReportSection shapes(MeasurementIndex found) {
    return section(
        "Other shapes",
        "One partition, a partition for each row, rows of 150 bytes, rows of 100 bytes to 1 MiB.",
        join(List.of(
            found.all("read-one-partition", 64),
            found.all("read-many-partitions", 64),
            found.all("read-narrow", 64),
            found.all("upsert-narrow", 64),
            found.all("read-mixed-sizes", 16),
            found.all("upsert-mixed-sizes", 16))));
  }

  private static ReportSection schedules(MeasurementIndex found) {
    var reads = found.onSchedule("read");
    var updates = found.onSchedule("ycsb-a");
    return section(
        "On schedule",
        "Operations begin on a schedule, at a quarter, half and three quarters of the peak of"
            + " waiting clients. Latency counts from the scheduled time, garbage collection"
            + " included.",
        join(List.of(reads, updates)),
        MeasurementPlots.latency("Point reads at half of the peak", middle(reads)),
        MeasurementPlots.latency("YCSB-A at half of the peak", middle(updates)));
  }

  private static ReportSection section(
      String title, String note, List<Measurement> numbers, Plot... plots) {
    var drawn = Stream.of(plots).filter(Plot::isDrawn).toList();
    return new ReportSection(title, note, drawn, numbers);
  }

  private static Plot cpu(
      String title, List<Measurement> all, ToDoubleFunction<RoundSample> micros) {
    return MeasurementPlots.bars(title, "microseconds", servers(all), micros);
  }

  private static List<Measurement> join(List<List<Measurement>> parts) {
    return parts.stream().flatMap(List::stream).toList();
  }

  /** Returns for each target the measurement at its middle rate. */
  private static List<Measurement> middle(List<Measurement> scheduled) {
    return scheduled.stream()
        .map(Measurement::target)
        .distinct()
        .map(target -> scheduled.stream()
            .filter(one -> one.target().equals(target))
            .sorted(Comparator.comparingDouble(Measurement::scheduledPerSecond))
            .toList())
        .map(rates -> rates.get(rates.size() / 2))
        .toList();
  }

  /** Returns the measurements of those targets that the other list has too. */
  private static List<Measurement> few(List<Measurement> all, List<Measurement> like) {
    var names = like.stream().map(Measurement::target).toList();
    return all.stream().filter(one -> names.contains(one.target())).toList();
  }

  private static List<Measurement> servers(List<Measurement> all) {
    return all.stream().filter(one -> !one.target().endsWith("in process")).toList();
  }

  private static List<Measurement> overHttp(List<Measurement> all) {
    return all.stream()
        .filter(one -> one.target().contains("HTTP") || one.target().contains("h2c"))
        .toList();
  }

  private static List<Measurement> stores(List<Measurement> all) {
    var raw = overHttp(all);
    return all.stream()
        .filter(one -> !raw.contains(one) && !one.target().endsWith("in process"))
        .toList();
  }
}
