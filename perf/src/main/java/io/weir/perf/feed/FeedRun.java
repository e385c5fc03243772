package io.weir.perf.feed;

import io.weir.perf.process.MissingProgram;
import io.weir.perf.process.Surroundings;
import io.weir.perf.result.FeedTask;
import io.weir.perf.result.Measurement;
import io.weir.perf.result.Results;
import io.weir.perf.target.TargetKind;
import io.weir.perf.target.TurnRunner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Measures the feeds of Weir, in this process and over the client, and those of the installed peers. Blocks. */
final class FeedRun {

  private final Surroundings surroundings;
  private final FeedEffort effort;
  private final long seed;
  private final Consumer<String> progress;
  private final List<Measurement> measurements = new ArrayList<>();
  private final List<Results.LeftOut> leftOut = new ArrayList<>();

  FeedRun(Surroundings surroundings, FeedEffort effort, long seed, Consumer<String> progress) {
    this.surroundings = surroundings;
    this.effort = effort;
    this.seed = seed;
    this.progress = progress;
  }

  List<Measurement> measurements() {
    return List.copyOf(measurements);
  }

  List<Results.LeftOut> leftOut() {
    return List.copyOf(leftOut);
  }

  /** Measures everything. */
  void measure() throws IOException {
    try (var engine = FeedDoor.inProcess(surroundings);
        var server = FeedDoor.overClient(surroundings);
        var runner = new TurnRunner(seed)) {
      catchUp(engine, server);
      for (var door : List.of(engine, server)) {
        progress.accept("delays: " + door.title());
        measurements.add(new DeliveryDelay(door, effort.writes()).measure(effort.rounds()));
      }
      for (var door : List.of(engine, server)) {
        progress.accept("writers beside consumers: " + door.title());
        measurements.addAll(new WritersBesideConsumers(door, effort, runner).measure());
      }
    }
  }

  /** Measures how fast consumers catch up. */
  void measureCatchUp() throws IOException {
    try (var engine = FeedDoor.inProcess(surroundings);
        var server = FeedDoor.overClient(surroundings)) {
      catchUp(engine, server);
    }
  }

  private void catchUp(FeedDoor engine, FeedDoor server) throws IOException {
    var backlogs = new ArrayList<ChangeBacklog>();
    try {
      progress.accept("writing " + effort.changes() + " changes into each store");
      backlogs.add(WeirBacklog.write(engine, FeedTask.CATCH_UP, effort.changes()));
      var remote = WeirBacklog.write(server, FeedTask.CATCH_UP, effort.changes());
      backlogs.add(remote);
      add(backlogs, "Redis Streams", () -> RedisBacklog.start(surroundings, effort.changes()));
      backlogs.add(remote.with(FeedTask.CATCH_UP_VALUES));
      add(
          backlogs,
          TargetKind.POSTGRESQL.title(),
          () -> PostgresBacklog.start(surroundings, effort.changes()));
      progress.accept("reading them in turns");
      measurements.addAll(new CatchUp(effort).of(backlogs));
    } finally {
      for (var backlog : backlogs) {
        backlog.close();
      }
    }
  }

  @FunctionalInterface
  private interface Starter {
    ChangeBacklog start() throws IOException;
  }

  private void add(List<ChangeBacklog> backlogs, String title, Starter peer) throws IOException {
    try {
      backlogs.add(peer.start());
    } catch (MissingProgram missing) {
      progress.accept("left out " + title + ": " + missing.getMessage());
      leftOut.add(new Results.LeftOut(title, String.valueOf(missing.getMessage())));
    }
  }
}
