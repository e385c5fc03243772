package io.weir.perf.target;

import io.weir.perf.machine.Cpu;
import io.weir.perf.workload.Population;
import java.io.IOException;
import reactor.core.publisher.Mono;

/** A store that is there to be measured. Any thread. Closing it waits, ends its processes and deletes its data. */
public interface Target extends AutoCloseable {

  /** A table with all rows of a population; once for each population. */
  Mono<Table> load(Population population);

  /** Processor time of what serves; of this process where it serves within it. */
  Cpu cpu();

  @Override
  void close() throws IOException;
}
