package io.weir.perf.feed;

import io.weir.perf.feed.FeedMeasurements.Beginning;
import io.weir.perf.result.Measurement;
import io.weir.perf.result.RoundSample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Reads backlogs to their ends, in turns. The latency of a round is the time of the whole. Belongs to one thread, which blocks. */
final class CatchUp {

  private final FeedEffort effort;

  CatchUp(FeedEffort effort) {
    this.effort = effort;
  }

  private record Taken(List<RoundSample> samples, Histogram nanos) {
    static Taken nothing() {
      return new Taken(new ArrayList<>(), FeedMeasurements.nanos());
    }
  }

  List<Measurement> of(List<? extends ChangeBacklog> backlogs) throws IOException {
    for (var warmup = 0; warmup < effort.warmups(); warmup++) {
      for (var backlog : backlogs) {
        backlog.read();
      }
    }
    var taken = new LinkedHashMap<ChangeBacklog, Taken>();
    for (var round = 0; round < effort.rounds(); round++) {
      for (var backlog : backlogs) {
        add(backlog, taken.computeIfAbsent(backlog, any -> Taken.nothing()));
      }
    }
    return taken.entrySet().stream()
        .map(one -> FeedMeasurements.of(
            one.getKey().title(),
            one.getKey().task(),
            effort.changes(),
            one.getValue().samples(),
            one.getValue().nanos()))
        .toList();
  }

  private void add(ChangeBacklog backlog, Taken taken) throws IOException {
    var beginning = Beginning.now(backlog.server());
    backlog.read();
    var whole = FeedMeasurements.nanos();
    whole.recordValue(System.nanoTime() - beginning.nanos());
    taken.samples().add(beginning.end(effort.changes(), whole));
    taken.nanos().add(whole);
  }
}
