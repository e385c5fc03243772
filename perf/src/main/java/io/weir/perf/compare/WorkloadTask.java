package io.weir.perf.compare;

import io.weir.perf.load.Pace;
import io.weir.perf.target.TargetKind;
import io.weir.perf.workload.Workload;
import java.util.List;

/**
 * A workload that some targets do, in turns, at each pace.
 *
 * @param workload what is done
 * @param entities how many rows the table holds, where the workload does not say
 * @param paces when operations begin
 * @param kinds who does it; those that do not offer it are passed over
 * @param warmup of each before it is measured
 */
record WorkloadTask(
    Workload workload, int entities, List<Pace> paces, List<TargetKind> kinds, Warmup warmup) {

  WorkloadTask {
    paces = List.copyOf(paces);
    kinds = kinds.stream().filter(kind -> kind.offers(workload)).toList();
  }

  /** With these targets alone. */
  WorkloadTask only(List<TargetKind> some) {
    return new WorkloadTask(
        workload, entities, paces, kinds.stream().filter(some::contains).toList(), warmup);
  }

  /** How many measurements it is, with this many targets at most. */
  int measurements() {
    return paces.size() * kinds.size();
  }

  @Override
  public String toString() {
    return workload.name();
  }
}
