package io.weir.perf.report;

import io.weir.perf.result.Measurement;
import io.weir.perf.result.RoundSample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Builds the sections of the report, in order. */
final class ReportSections {

  private static final List<String> MIXES =
      List.of("ycsb-a", "ycsb-b", "ycsb-c", "ycsb-d", "ycsb-e", "ycsb-f");

  private ReportSections() {}

  static List<ReportSection> all(MeasurementIndex found) {
    try {
      return List.of(
          reads(found),
          concurrency(found),
          mixes(found),
          writes(found),
          ranges(found),
          sizes(found),
          shapes(found),
          schedules(found));
    } catch (IOException e) {
      throw new UncheckedIOException("drawing a plot in memory failed", e);
    }
  }

  private static ReportSection reads(MeasurementIndex found) throws IOException {
    var reads = found.all("read", 64);
    return section(
        "Point reads",
        "64 clients, all keys equally likely. The bare endpoints answer constant bytes without reading requests; stores in process have no server,"
            + " so their processor time includes the load.",
        reads,
        MeasurementPlots.bars(
            "Server's CPU for a point read",
            "microseconds",
            servers(reads),
            RoundSample::serverCpuMicros),
        MeasurementPlots.bars("Point reads a second", "a second", reads, RoundSample::perSecond),
        MeasurementPlots.latency("Latency of point reads, 64 clients", stores(reads)),
        MeasurementPlots.latency(
            "Latency of point reads over raw HTTP, beside bare endpoints", overHttp(reads)));
  }

  private static ReportSection concurrency(MeasurementIndex found) throws IOException {
    var reads = found.atAnyConcurrency("read");
    return section(
        "Throughput against concurrency",
        "Point reads by 1 to 256 clients, each with one request in flight.",
        reads,
        MeasurementPlots.concurrency("Point reads, stores", stores(reads)),
        MeasurementPlots.concurrency(
            "Point reads over raw HTTP, beside bare endpoints", overHttp(reads)));
  }

  private static ReportSection mixes(MeasurementIndex found) throws IOException {
    var plots = new ArrayList<String>();
    var numbers = new ArrayList<Measurement>();
    for (var mix : MIXES) {
      var at64 = found.all(mix, 64);
      plots.add(MeasurementPlots.bars(
          mix.toUpperCase(Locale.ROOT) + ", operations a second, 64 clients",
          "a second",
          at64,
          RoundSample::perSecond));
      numbers.addAll(found.all(mix, 16));
      numbers.addAll(at64);
    }
    plots.add(MeasurementPlots.latency("Latency of YCSB-A, 64 clients", found.all("ycsb-a", 64)));
    return new ReportSection(
        "YCSB",
        "A: half updates. B: 1 in 20 is an update. C: reads. D: reads of the rows inserted last. E: ranges of 1 to 100. F:"
            + " read-modify-write. Each store except the emulator forces a write before it acknowledges it.",
        drawn(plots),
        numbers);
  }

  private static ReportSection writes(MeasurementIndex found) throws IOException {
    var upserts = found.all("upsert", 256);
    var batches = found.all("batch-100", 16);
    var bulks = found.all("bulk-1000", 8);
    return new ReportSection(
        "Writes",
        "Upserts by 256 clients, batches of 100 by 16, bulk writes of 1,000 rows by 8. The results say what an acknowledged write survives.",
        drawn(List.of(
            MeasurementPlots.bars(
                "Upserts a second, 256 clients", "a second", upserts, RoundSample::perSecond),
            MeasurementPlots.bars(
                "Server's CPU for an upsert",
                "microseconds",
                servers(upserts),
                RoundSample::serverCpuMicros),
            MeasurementPlots.bars(
                "Batches of 100: rows a second",
                "rows a second",
                batches,
                RoundSample::rowsPerSecond),
            MeasurementPlots.bars(
                "Batches of 100: server's CPU a row",
                "microseconds",
                servers(batches),
                RoundSample::serverCpuMicrosARow),
            MeasurementPlots.bars(
                "Bulk writes of 1,000: rows a second",
                "rows a second",
                bulks,
                RoundSample::rowsPerSecond),
            MeasurementPlots.latency("Latency of upserts, 256 clients", stores(upserts)))),
        Stream.of(upserts, batches, bulks).flatMap(List::stream).toList());
  }

  private static ReportSection ranges(MeasurementIndex found) throws IOException {
    var plots = new ArrayList<String>();
    var numbers = new ArrayList<Measurement>();
    for (var rows : List.of("10", "100", "1000")) {
      var ranges = found.all("range-" + rows, 16);
      numbers.addAll(ranges);
      plots.add(MeasurementPlots.bars(
          "Ranges of " + rows + ": rows a second",
          "rows a second",
          ranges,
          RoundSample::rowsPerSecond));
    }
    numbers.addAll(found.all("stream", 1));
    return new ReportSection(
        "Ranges and streams",
        "Rows of a partition from a key on, by 16 clients; all rows, by one client.",
        drawn(plots),
        numbers);
  }

  private static ReportSection sizes(MeasurementIndex found) throws IOException {
    var reads = found.atAnySize("read", 64);
    var upserts = found.atAnySize("upsert", 64);
    return new ReportSection(
        "Cost against data size",
        "64 clients on tables of several sizes.",
        drawn(List.of(
            MeasurementPlots.size("Point read", few(reads, upserts)),
            MeasurementPlots.size("Upsert", upserts))),
        Stream.of(reads, upserts).flatMap(List::stream).toList());
  }

  private static ReportSection shapes(MeasurementIndex found) {
    return new ReportSection(
        "Other shapes",
        "One partition, a partition for each row, rows of 150 bytes, rows of 100 bytes to 1 MiB.",
        List.of(),
        Stream.of(
                found.all("read-one-partition", 64),
                found.all("read-many-partitions", 64),
                found.all("read-narrow", 64),
                found.all("upsert-narrow", 64),
                found.all("read-mixed-sizes", 16),
                found.all("upsert-mixed-sizes", 16))
            .flatMap(List::stream)
            .toList());
  }

  private static ReportSection schedules(MeasurementIndex found) throws IOException {
    var reads = found.onSchedule("read");
    var updates = found.onSchedule("ycsb-a");
    return new ReportSection(
        "On schedule",
        "Operations begin on a schedule, at a quarter, half and three quarters of the peak of waiting clients. Latency"
            + " counts from the scheduled time, garbage collection included.",
        drawn(List.of(
            MeasurementPlots.latency("Point reads at half of the peak", middle(reads)),
            MeasurementPlots.latency("YCSB-A at half of the peak", middle(updates)))),
        Stream.of(reads, updates).flatMap(List::stream).toList());
  }

  private static ReportSection section(
      String title, String note, List<Measurement> numbers, String... plots) {
    return new ReportSection(title, note, drawn(List.of(plots)), numbers);
  }

  /** Returns for each target the measurement at its middle rate. */
  private static List<Measurement> middle(List<Measurement> scheduled) {
    return scheduled.stream()
        .map(Measurement::target)
        .distinct()
        .map(target -> scheduled.stream()
            .filter(one -> one.target().equals(target))
            .sorted((one, other) ->
                Double.compare(one.scheduledPerSecond(), other.scheduledPerSecond()))
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

  private static List<String> drawn(List<String> plots) {
    return plots.stream().filter(plot -> !plot.isEmpty()).toList();
  }
}
