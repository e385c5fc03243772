package io.weir.perf.feed;

import io.weir.perf.process.MissingProgram;
import io.weir.perf.process.Surroundings;
import io.weir.perf.report.FeedTask;
import io.weir.perf.scenario.Run;
import io.weir.perf.target.TargetKind;
import io.weir.perf.target.TurnRunner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the feeds of Weir, in this process and over the client, and those of the installed
 * peers. Blocks.
 *
 * @param isCatchUp whether only consumers that catch up are measured
 */
record FeedRun(Run run, FeedEffort effort, boolean isCatchUp) {

  void measure() throws IOException {
    try (var engine = FeedDoor.inProcess(run.surroundings());
        var server = FeedDoor.overClient(run.surroundings());
        var runner = new TurnRunner(run.seed())) {
      catchUp(engine, server);
      if (isCatchUp) {
        return;
      }
      for (var door : List.of(engine, server)) {
        var delay = new DeliveryDelay(door, effort.writes());
        run.measure(List.of(delay.scenario()), 1, effort.rounds());
      }
      for (var door : List.of(engine, server)) {
        var beside = new WritersBesideConsumers(door, effort, runner);
        run.measure(beside.scenarios(), 0, effort.turns());
      }
    }
  }

  private void catchUp(FeedDoor engine, FeedDoor server) throws IOException {
    var changes = effort.changes();
    var backlogs = new ArrayList<ChangeBacklog>();
    try {
      run.say("writing " + changes + " changes into each store");
      backlogs.add(WeirBacklog.write(engine, FeedTask.CATCH_UP, changes));
      var remote = WeirBacklog.write(server, FeedTask.CATCH_UP, changes);
      backlogs.add(remote);
      add(backlogs, "Redis Streams", RedisBacklog::start);
      backlogs.add(remote.with(FeedTask.CATCH_UP_VALUES));
      add(backlogs, TargetKind.POSTGRESQL.title(), PostgresBacklog::start);
      run.measure(
          backlogs.stream().map(backlog -> backlog.scenario(changes)).toList(),
          effort.warmups(),
          effort.rounds());
    } finally {
      for (var backlog : backlogs) {
        backlog.close();
      }
    }
  }

  @FunctionalInterface
  private interface Starter {
    ChangeBacklog start(Surroundings surroundings, int changes) throws IOException;
  }

  private void add(List<ChangeBacklog> backlogs, String title, Starter peer) throws IOException {
    try {
      backlogs.add(peer.start(run.surroundings(), effort.changes()));
    } catch (MissingProgram missing) {
      run.leaveOut(title, String.valueOf(missing.getMessage()));
    }
  }
}
