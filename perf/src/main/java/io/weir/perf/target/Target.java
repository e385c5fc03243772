package io.weir.perf.target;

import io.weir.perf.process.Cpu;
import io.weir.perf.workload.Population;
import java.io.Closeable;
import java.io.IOException;
import reactor.core.publisher.Mono;

/**
 * A running store to be measured. Any thread. Closing blocks, ends its processes and deletes its
 * data.
 */
public interface Target extends Closeable {

  /** Loads a population into a new table; once for each population. */
  Mono<TargetTable> load(Population population);

  /** Returns the processor time of the server; of this process if the store runs inside it. */
  Cpu cpu();

  @Override
  void close() throws IOException;
}
