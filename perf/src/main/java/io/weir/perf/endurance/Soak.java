package io.weir.perf.endurance;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.perf.process.StoreHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Runs one process after the other on the same store, stops or kills each, and writes what they
 * used to {@code soak.csv} and {@code soak.md}. Exit code 1 if a resource grew.
 */
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    description =
        "Keep a store under mixed load, with snapshots, drops, stops and kills, and plot the"
            + " resources it uses.")
public final class Soak implements Callable<Integer> {

  @Option(names = "--minutes", description = "Run for this time, default ${DEFAULT-VALUE}.")
  private int minutes = 30;

  @Option(
      names = "--life-seconds",
      description = "Stop or kill each process after this time, default ${DEFAULT-VALUE}.")
  private int lifeSeconds = 120;

  @Option(
      names = "--sample-seconds",
      description = "Sample resources this often, default ${DEFAULT-VALUE}.")
  private int sampleSeconds = 5;

  @Option(names = "--seed", description = "Repeat the random choices of an earlier run.")
  private long seed = System.nanoTime();

  @Option(
      names = "--out",
      description = "Write the results to this folder, default the working folder.")
  private Path out = Path.of("");

  @Override
  public Integer call() throws IOException, InterruptedException {
    var random = new Random(seed);
    System.out.println("seed=" + seed);
    var samples = new ArrayList<ResourceSample>();
    try (var folder = StoreHome.temporary()) {
      var startMillis = System.currentTimeMillis();
      var end = System.nanoTime() + Duration.ofMinutes(minutes).toNanos();
      for (var number = 1; System.nanoTime() < end; number++) {
        var settings = new SoakLife.Settings(
            folder.path().resolve("store"), startMillis, sampleSeconds, random.nextLong());
        var life = SoakLife.live(settings, Duration.ofSeconds(lifeSeconds), random.nextBoolean());
        samples.addAll(life.samples());
        tell(number, life);
      }
    }
    return result(List.copyOf(samples));
  }

  private static void tell(int number, SoakLife life) {
    var last = life.samples().get(life.samples().size() - 1);
    System.out.printf(
        "life %d: opened in %d ms, %,d operations, %s at %.0f s; %s%n",
        number,
        life.opened().toMillis(),
        last.operations(),
        life.killed() ? "killed" : "stopped",
        last.seconds(),
        ResourceSample.COLUMNS.stream()
            .map(column -> "%s %.0f".formatted(column.name(), column.value().applyAsDouble(last)))
            .collect(Collectors.joining(", ")));
  }

  private int result(List<ResourceSample> samples) throws IOException {
    Files.write(out.resolve("soak.csv"), csv(samples), UTF_8);
    SoakPlot.write(samples, out);
    var trends =
        ResourceSample.COLUMNS.stream().map(column -> Trend.of(column, samples)).toList();
    System.out.printf("%n%-14s %10s %10s%n", "median of", "2nd 1/4", "last 1/4");
    trends.forEach(System.out::println);
    return trends.stream().allMatch(Trend::isFlat) ? 0 : 1;
  }

  private static List<String> csv(List<ResourceSample> samples) {
    var names = ResourceSample.COLUMNS.stream()
        .map(ResourceSample.Column::name)
        .collect(Collectors.joining(","));
    var rows = samples.stream()
        .map(sample -> ResourceSample.COLUMNS.stream()
            .map(column -> String.valueOf(column.value().applyAsDouble(sample)))
            .collect(Collectors.joining(",", sample.seconds() + ",", "")));
    return Stream.concat(Stream.of("seconds," + names), rows).toList();
  }
}
