package io.weir.perf.process;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One or several processes that serve one store. Closing ends them and deletes their data. */
public interface Servers extends Closeable {

  /** Returns the processor time of all of them together. */
  Cpu cpu();

  /** Processes that are the same until they end. The last one ends first. */
  record Group(List<ChildProcess> all) implements Servers {

    public Group {
      all = List.copyOf(all);
    }

    @Override
    public Cpu cpu() {
      return Cpu.sum(() -> all.stream().map(ChildProcess::cpu).toList());
    }

    @Override
    public void close() throws IOException {
      var lastFirst = new ArrayList<>(all);
      Collections.reverse(lastFirst);
      Closing.all(lastFirst);
    }
  }
}
