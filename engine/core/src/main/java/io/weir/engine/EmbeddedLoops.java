package io.weir.engine;

import io.weir.engine.loop.EventLoop;
import io.weir.engine.loop.Loop;
import io.weir.engine.loop.Loops;
import java.util.List;
import java.util.stream.IntStream;
import reactor.core.scheduler.NonBlocking;

/**
 * Loops for an engine that is used without a network: {@code weir-loop-1} and so on, on which Reactor refuses to block.
 *
 * <p>Close the engine first, then these.
 */
public final class EmbeddedLoops implements AutoCloseable {

  private final List<EventLoop> loops;

  private EmbeddedLoops(List<EventLoop> loops) {
    this.loops = loops;
  }

  /** Starts so many loops; as many as cores is usual. */
  public static EmbeddedLoops start(int count) {
    return new EmbeddedLoops(IntStream.rangeClosed(1, count)
        .mapToObj(number -> EventLoop.start(task -> new LoopThread(task, "weir-loop-" + number)))
        .toList());
  }

  /** The loops, to open an engine on. */
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
