package io.weir.perf.compare;

import io.weir.perf.target.TargetKind;
import io.weir.perf.workload.Pace;
import io.weir.perf.workload.Workload;
import java.util.List;

/**
 * A workload that several targets run in turns, at each pace.
 *
 * @param workload that is run
 * @param entities rows of the table, if the workload does not fix them
 * @param paces when operations begin
 * @param kinds that run it; those that do not offer it are left out
 * @param warmup of each target before it is measured
 */
record WorkloadTask(
    Workload workload, int entities, List<Pace> paces, List<TargetKind> kinds, Warmup warmup) {

  WorkloadTask {
    paces = List.copyOf(paces);
    kinds = kinds.stream().filter(kind -> kind.offers(workload)).toList();
  }

  /** Returns the task with these targets only. */
  WorkloadTask only(List<TargetKind> some) {
    return new WorkloadTask(
        workload, entities, paces, kinds.stream().filter(some::contains).toList(), warmup);
  }

  /** Returns the task on a table of another size. */
  WorkloadTask ofEntities(int other) {
    return new WorkloadTask(workload, other, paces, kinds, warmup);
  }

  @Override
  public String toString() {
    return workload.name();
  }
}
