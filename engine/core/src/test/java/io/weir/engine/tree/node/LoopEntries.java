package io.weir.engine.tree.node;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Records which loops enter cold pages. */
public final class LoopEntries implements AutoCloseable {

  private static final String LOOP = "weir-loop-";

  private final List<Throwable> entries = Collections.synchronizedList(new ArrayList<>());

  /** Begins to record. */
  public LoopEntries() {
    ColdEntries.listen(() -> {
      if (Thread.currentThread().getName().startsWith(LOOP)) {
        entries.add(new Throwable("a loop enters a cold page"));
      }
    });
  }

  /** Forgets what was recorded. */
  public void clear() {
    entries.clear();
  }

  /** Returns a trace of each entry. */
  public List<Throwable> all() {
    return List.copyOf(entries);
  }

  @Override
  public void close() {
    ColdEntries.listen(() -> {});
  }
}
