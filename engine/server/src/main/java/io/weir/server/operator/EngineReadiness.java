package io.weir.server.operator;

import io.weir.engine.Engine;
import io.weir.engine.loop.LoopState;
import io.weir.engine.loop.LoopState.Condition;
import io.weir.engine.loop.LoopWatch;
import java.util.ArrayList;
import java.util.List;

/**
 * The readiness of an engine on watched loops. It is not ready while the store refuses writes or while a loop is stuck
 * or dead.
 *
 * <p>Any thread. Asks no shard and no loop.
 */
public final class EngineReadiness implements Readiness {

  private final Engine engine;
  private final LoopWatch watch;

  public EngineReadiness(Engine engine, LoopWatch watch) {
    this.engine = engine;
    this.watch = watch;
  }

  @Override
  public List<NotReady> reasons() {
    var found = new ArrayList<NotReady>();
    var health = engine.health();
    if (!health.writable()) {
      found.add(new NotReady(
          "storeRefusesWrites",
          health.since(),
          false,
          "untilRestart=" + health.lasting() + " cause=" + health.reason()));
    }
    watch.states().stream()
        .filter(loop -> loop.condition() != Condition.TURNING)
        .map(EngineReadiness::of)
        .forEach(found::add);
    return List.copyOf(found);
  }

  private static NotReady of(LoopState loop) {
    var isDead = loop.condition() == Condition.DEAD;
    return new NotReady(
        isDead ? "loopDead" : "loopStuck", loop.since(), isDead, "loop=" + loop.loop());
  }
}
