package io.weir.server.operator;

import io.weir.engine.Engine;
import io.weir.engine.archive.ContinuousBackup;
import io.weir.engine.consensus.ConsensusStatus;
import io.weir.engine.loop.LoopState;
import io.weir.engine.loop.LoopState.Condition;
import io.weir.engine.loop.LoopWatch;
import io.weir.engine.replication.ReplicatedLog;
import io.weir.engine.replication.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The readiness of an engine on watched loops. It is not ready while the store refuses writes,
 * while another node of its cluster serves, or while a loop is stuck or dead.
 *
 * <p>Any thread. Asks no shard and no loop.
 */
public final class EngineReadiness implements Readiness {

  private final Engine engine;
  private final LoopWatch watch;
  private final Optional<ContinuousBackup> archive;

  /** @param archive warns when it is late or fails */
  public EngineReadiness(Engine engine, LoopWatch watch, Optional<ContinuousBackup> archive) {
    this.engine = engine;
    this.watch = watch;
    this.archive = archive;
  }

  @Override
  public List<NotReady> reasons() {
    var found = new ArrayList<NotReady>();
    var elsewhere = elsewhere();
    elsewhere.ifPresent(found::add);
    var health = engine.health();
    if (!health.writable() && !(elsewhere.isPresent() && isElsewhere(health.reason()))) {
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

  @Override
  public List<String> warnings() {
    return archive.map(ContinuousBackup::status).stream()
        .flatMap(status -> status.trouble().stream()
            .map(trouble -> "archive seconds=" + status.lag().toSeconds() + " bytes="
                + status.lagBytes() + " cause=" + trouble.replace('\n', ' ')))
        .toList();
  }

  /** Returns the reason of a node that does not lead, or that cannot be certain of it. */
  private Optional<NotReady> elsewhere() {
    var store = engine.store();
    var outage = store.log().readOutage();
    if (outage == null || !(store.log() instanceof ReplicatedLog log)) {
      return Optional.empty();
    }
    var role = log.role();
    var since = role instanceof Role.Leading
        ? Duration.ZERO
        : Duration.ofNanos(store.nanoClock().getAsLong() - outage.sinceNanos());
    return Optional.of(NotReady.notLeader(since, facts(role) + listener(log) + failure(log)));
  }

  /** Says that the node never leads, if that is so. */
  private static String listener(ReplicatedLog log) {
    return log.consensus().status().role() == ConsensusStatus.Role.LISTENER ? " listener=true" : "";
  }

  /** Returns why the node takes part no more; empty while it does. */
  private static String failure(ReplicatedLog log) {
    var failure = log.consensus().status().failure();
    return failure == null ? "" : " failure=\"" + failure + "\"";
  }

  /** Whether the store refuses writes for no other reason. */
  private static boolean isElsewhere(String reason) {
    return reason.startsWith(NotReady.NOT_LEADER);
  }

  private static String facts(Role role) {
    if (role instanceof Role.Following following) {
      return "leader=" + (following.leader() == null ? "unknown" : following.leader());
    }
    if (role instanceof Role.Failed) {
      return "failed=true";
    }
    return role instanceof Role.Leading ? "lease=none" : "takingOver=true";
  }

  private static NotReady of(LoopState loop) {
    var isDead = loop.condition() == Condition.DEAD;
    return new NotReady(
        isDead ? "loopDead" : "loopStuck", loop.since(), isDead, "loop=" + loop.loop());
  }
}
