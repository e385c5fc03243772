package io.weir.perf.endurance;

import io.weir.perf.endurance.GrowthProcess.Verb;
import io.weir.perf.engine.Subjects;
import io.weir.perf.process.StoreHome;
import io.weir.perf.scenario.Run;
import io.weir.perf.scenario.RunOptions;
import io.weir.perf.scenario.Scenario;
import io.weir.perf.workload.ClosedLoop;
import io.weir.perf.workload.OneByOne;
import io.weir.perf.workload.Pace;
import io.weir.perf.workload.Round;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures one store size after the other: loading, overwriting, starts after a kill and after an
 * orderly stop, clients under a limit of memory beside peers, reads over HTTP, and warm reads
 * beside cold scans.
 *
 * <p>The files of a store that was just written are in the page cache of the system, unless they
 * are larger than the memory.
 */
@Command(
    name = "growth",
    mixinStandardHelpOptions = true,
    description = "Measure how starts, room on the disk, bytes written and heap grow with a store.")
public final class GrowthCommand implements Callable<Integer> {

  /** Bytes of a wide entity in a store, keys and names included. */
  private static final long ROW_BYTES = 1_167;

  private static final int TRIAL_ENTITIES = 20_000;
  private static final int STARTS = 3;
  private static final int LIMIT_SHARE = 4;
  private static final Pace ALONE = new OneByOne();
  private static final Pace CLIENTS = new ClosedLoop(Clients.COUNT);

  @Option(
      names = "--gigabytes",
      split = ",",
      description = "Measure stores with this much data, default ${DEFAULT-VALUE}.")
  private List<Double> gigabytes = List.of(1.0, 5.0);

  @Option(
      names = "--stores",
      split = ",",
      description = "Measure these stores, default ${DEFAULT-VALUE}.")
  private List<String> stores = Subjects.STORES;

  @Option(
      names = "--log-megabytes",
      description = "Kill with this much log since the checkpoint, default ${DEFAULT-VALUE}.")
  private int logMegabytes = 256;

  @Option(
      names = "--seconds",
      description = "Let clients work for this time, default ${DEFAULT-VALUE}.")
  private int seconds = 20;

  @Option(
      names = "--limit",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Let clients work in a control group with a quarter of the data as memory."
          + " Needs root. Default: ${DEFAULT-VALUE}.")
  private boolean limited;

  @Mixin
  private RunOptions options = new RunOptions();

  /** A store of one size below a folder of its own. */
  private record Size(int entities, long bytes, String stores, Run run) {

    Scenario scenario(
        String subject, Verb verb, long amount, Pace pace, UnaryOperator<List<String>> around) {
      var name = verb.name().toLowerCase(Locale.ROOT).replace('_', ' ');
      return Scenario.of(
          subject,
          "growth: " + name,
          entities,
          pace,
          turn -> live(subject, verb, amount, turn, heap(), around));
    }

    Round live(
        String subject,
        Verb verb,
        long amount,
        int turn,
        String heap,
        UnaryOperator<List<String>> around)
        throws IOException {
      var arguments = List.of(
          verb.name(),
          subject,
          stores,
          Integer.toString(entities),
          Long.toString(amount),
          Long.toString(run.seed() + turn));
      return Life.live(heap, around, arguments).round();
    }

    /** A part of the limit, so that the rest is left to pages. */
    private String heap() {
      return "-Xmx" + Math.max(128, bytes / LIMIT_SHARE / 3 >> 20) + "m";
    }
  }

  @Override
  public Integer call() throws IOException {
    return options.report(this::measure);
  }

  private void measure(Run run) throws IOException {
    for (var gigabyte : options.isTrial() ? List.of(0.0) : gigabytes) {
      var entities = (int) Math.max(TRIAL_ENTITIES, gigabyte * 1e9 / ROW_BYTES);
      var home = Files.createDirectories(run.surroundings().folder().resolve("of-" + entities));
      measure(new Size(entities, entities * ROW_BYTES, home.toString(), run));
      StoreHome.delete(home);
    }
  }

  private void measure(Size size) throws IOException {
    for (var subject : stores) {
      one(size, size.scenario(subject, Verb.LOAD, 0, ALONE, UnaryOperator.identity()));
      one(
          size,
          size.scenario(
              subject, Verb.OVERWRITE, size.bytes() >> 20, CLIENTS, UnaryOperator.identity()));
    }
    one(size, size.scenario(Subjects.WEIR, Verb.CRASH, log(), CLIENTS, UnaryOperator.identity()));
    starts(size, "after a kill");
    one(size, size.scenario(Subjects.WEIR, Verb.STOP, 0, ALONE, UnaryOperator.identity()));
    starts(size, "after an orderly stop");
    if (limited) {
      clients(size);
      served(size);
      warm(size);
    }
  }

  private long log() {
    return options.isTrial() ? 4 : logMegabytes;
  }

  private static void one(Size size, Scenario scenario) {
    size.run().measure(List.of(scenario), 0, 1);
  }

  private static void starts(Size size, String when) {
    var start = size.scenario(Subjects.WEIR, Verb.START, 0, ALONE, UnaryOperator.identity());
    size.run()
        .measure(
            List.of(Scenario.of(
                Subjects.WEIR,
                start.workload() + " " + when,
                size.entities(),
                start.pace(),
                start.sample())),
            0,
            STARTS);
  }

  private void clients(Size size) throws IOException {
    try (var group = MemoryGroup.of(Math.max(512L << 20, size.bytes() / LIMIT_SHARE))) {
      var scenarios = new ArrayList<Scenario>();
      for (var verb : List.of(Verb.UNIFORM_READS, Verb.ZIPFIAN_READS, Verb.UPSERTS)) {
        for (var subject : stores) {
          scenarios.add(size.scenario(subject, verb, length(), CLIENTS, group::around));
        }
      }
      size.run().measure(scenarios, 0, rounds());
    } catch (IOException e) {
      size.run().leaveOut("clients under a limit of memory", String.valueOf(e.getMessage()));
    }
  }

  /** Reads over HTTP, with all memory and with half of the data's size. */
  private void served(Size size) throws IOException {
    var whole = size.scenario(
        Subjects.WEIR, Verb.SERVED_READS, length(), CLIENTS, UnaryOperator.identity());
    size.run().measure(List.of(whole), 0, rounds());
    try (var group = MemoryGroup.of(Math.max(768L << 20, size.bytes() / 2))) {
      var half = size.scenario(Subjects.WEIR, Verb.SERVED_READS, length(), CLIENTS, group::around);
      var named = Scenario.of(
          Subjects.WEIR,
          half.workload() + " in half of the memory",
          size.entities(),
          half.pace(),
          half.sample());
      size.run().measure(List.of(named), 0, rounds());
    } catch (IOException e) {
      size.run().leaveOut("reads over HTTP under a limit", String.valueOf(e.getMessage()));
    }
  }

  /** Warm reads beside scans, with a quarter of the data's size as memory. */
  private void warm(Size size) throws IOException {
    try (var group = MemoryGroup.of(Math.max(512L << 20, size.bytes() / LIMIT_SHARE))) {
      var scenarios = new ArrayList<Scenario>();
      for (var verb : List.of(
          Verb.WARM_READS,
          Verb.WARM_READS_BESIDE_A_WARM_SCAN,
          Verb.WARM_READS_BESIDE_A_COLD_SCAN)) {
        scenarios.add(size.scenario(Subjects.WEIR, verb, length(), ALONE, group::around));
      }
      size.run().measure(scenarios, 0, rounds());
    } catch (IOException e) {
      size.run().leaveOut("warm reads beside scans", String.valueOf(e.getMessage()));
    }
  }

  private int length() {
    return options.isTrial() ? 1 : seconds;
  }

  private int rounds() {
    return options.isTrial() ? 1 : STARTS;
  }
}
