package io.weir.perf.feed;

import io.weir.perf.load.ClosedLoop;
import io.weir.perf.load.Pace;
import io.weir.perf.load.Round;
import io.weir.perf.result.FeedTask;
import io.weir.perf.result.Measurement;
import io.weir.perf.result.RoundSample;
import io.weir.perf.target.LoadedTable;
import io.weir.perf.target.TargetKind;
import io.weir.perf.target.TurnRunner;
import io.weir.perf.workload.InsertedRows;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.Workload;
import io.weir.perf.workload.Workloads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;

/**
 * Measures the rate of waiting writers without consumers and beside each kind of them, in turns. Belongs to one thread, which blocks.
 */
final class WritersBesideConsumers {

  private static final List<FeedTask> KINDS = List.of(
      FeedTask.WRITES_ALONE, FeedTask.WRITES_IDLE, FeedTask.WRITES_BUSY, FeedTask.WRITES_SLOW);
  private static final Pace WRITERS = new ClosedLoop(FeedTask.WRITERS);
  private static final int ROWS = 20_000;

  private final FeedDoor door;
  private final FeedEffort effort;
  private final TurnRunner runner;
  private final Workload upserts;
  private final LoadedTable table;

  WritersBesideConsumers(FeedDoor door, FeedEffort effort, TurnRunner runner) throws IOException {
    this.door = door;
    this.effort = effort;
    this.runner = runner;
    this.upserts = Workloads.named("upsert");
    Population rows = WrittenRows.of(Math.min(ROWS, effort.changes()));
    WrittenRows.write(door.table(), rows);
    this.table =
        new LoadedTable(door.table(), rows, new InsertedRows(rows.entities()), door.server());
  }

  List<Measurement> measure() {
    var rounds = new EnumMap<FeedTask, List<Round>>(FeedTask.class);
    var received = new ArrayList<RoundSample>();
    for (var turn = 0; turn < effort.turns(); turn++) {
      for (var kind : inOrder(turn)) {
        rounds.computeIfAbsent(kind, any -> new ArrayList<>()).addAll(turn(kind, turn, received));
      }
    }
    var all = new ArrayList<Measurement>();
    rounds.forEach((kind, taken) -> all.add(Measurement.of(
        door.title(),
        TargetKind.WEIR.durability(),
        kind.workload(),
        table.population().entities(),
        WRITERS,
        taken)));
    all.add(FeedMeasurements.of(
        door.title(),
        FeedTask.BESIDE_WRITERS,
        table.population().entities(),
        received,
        FeedMeasurements.nanos()));
    return all;
  }

  /** Returns the order of a turn. It alternates, so that writers alone never follow the end of a thousand consumers. */
  private static List<FeedTask> inOrder(int turn) {
    var kinds = new ArrayList<>(KINDS);
    if (turn % 2 == 1) {
      Collections.reverse(kinds);
    }
    return kinds;
  }

  private List<Round> turn(FeedTask kind, int number, List<RoundSample> received) {
    try (var crowd = ConsumerCrowd.begin(door, kind, effort.slowConsumers())) {
      var beginning = FeedMeasurements.Beginning.now(door.server());
      var taken = runner.take(table, upserts, WRITERS, effort.turn(), number);
      if (kind == FeedTask.WRITES_BUSY) {
        received.add(beginning.end(crowd.changes(), FeedMeasurements.nanos()));
      }
      return taken;
    }
  }
}
