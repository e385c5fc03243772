package io.weir.engine;

import io.weir.engine.loop.EventLoop;
import io.weir.engine.loop.Loop;
import io.weir.engine.loop.Loops;
import java.util.List;
import java.util.stream.IntStream;
import reactor.core.scheduler.NonBlocking;

/**
 * Event loops for an engine that is used without a network. Their threads are named
 * {@code weir-loop-1} and so on; Reactor refuses to block on them.
 *
 * <p>Close the engine before its loops.
 */
public final class EmbeddedLoops implements AutoCloseable {

  private final List<EventLoop> loops;

  private EmbeddedLoops(List<EventLoop> loops) {
    this.loops = loops;
  }

  /** Starts {@code count} loops, usually one for each core. */
  public static EmbeddedLoops start(int count) {
    return new EmbeddedLoops(IntStream.rangeClosed(1, count)
        .mapToObj(number -> EventLoop.start(task -> new LoopThread(task, "weir-loop-" + number)))
        .toList());
  }

  /** Returns the loops on which an engine can be opened. */
  public Loops loops() {
    return new Loops(List.<Loop>copyOf(loops));
  }

  @Override
  public void close() {
    loops.forEach(EventLoop::close);
  }

  private static final class LoopThread extends Thread implements NonBlocking {

    LoopThread(Runnable task, String name) {
      super(task, name);
      setDaemon(true);
    }
  }
}
