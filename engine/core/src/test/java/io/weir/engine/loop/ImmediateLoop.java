package io.weir.engine.loop;

/**
 * A loop whose tasks run at once on the thread that submits them, which may be any. Timers are
 * those of {@link SteppedLoop}.
 */
public final class ImmediateLoop extends SteppedLoop {

  @Override
  public void execute(Runnable task) {
    task.run();
  }
}
