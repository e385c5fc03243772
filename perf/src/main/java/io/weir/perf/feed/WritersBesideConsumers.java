package io.weir.perf.feed;

import io.weir.perf.report.FeedTask;
import io.weir.perf.scenario.Scenario;
import io.weir.perf.target.LoadedTable;
import io.weir.perf.target.TargetKind;
import io.weir.perf.target.TurnRunner;
import io.weir.perf.workload.ClosedLoop;
import io.weir.perf.workload.InsertedRows;
import io.weir.perf.workload.Pace;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.Workload;
import io.weir.perf.workload.Workloads;
import java.io.IOException;
import java.util.List;

/**
 * The scenarios of waiting writers without consumers and beside each kind of them. The order of
 * turns alternates, so that writers alone do not always follow the end of a thousand consumers.
 * Belongs to one thread, which blocks.
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

  List<Scenario> scenarios() {
    return KINDS.stream().map(this::scenario).toList();
  }

  private Scenario scenario(FeedTask kind) {
    return new Scenario(
        door.title(),
        TargetKind.WEIR.durability(),
        kind.workload(),
        table.population().entities(),
        WRITERS,
        () -> ConsumerCrowd.begin(door, kind, effort.slowConsumers()),
        turn -> runner.take(table, upserts, WRITERS, effort.turn(), turn).get(0));
  }
}
