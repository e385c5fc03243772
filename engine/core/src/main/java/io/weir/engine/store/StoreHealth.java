package io.weir.engine.store;

import io.weir.engine.log.CommitLog;
import io.weir.engine.shard.Shard;
import io.weir.engine.store.recovery.NoSpace;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a store accepts writes, and the reason when it does not.
 *
 * @param writable whether writes are accepted
 * @param lasting whether writes are refused until the store is opened again
 * @param reason readable by people; empty when writes are accepted. Begins with {@code noSpace}
 *     when the disk is full, and with {@code shardFault} when a task of a shard failed
 * @param since how long writes have been refused; zero when they are accepted
 * @param failedCheckpoints number of checkpoints in a row that could not be written; the log grows
 *     until one can be written
 */
public record StoreHealth(
    boolean writable, boolean lasting, String reason, Duration since, int failedCheckpoints) {

  /**
   * Returns the health of a store at this moment: damage that is repaired, or else the log's
   * failure, or else what the shards report.
   *
   * @param maintenance null for a store in memory
   */
  static StoreHealth of(
      List<Shard> shards,
      CommitLog log,
      @Nullable Maintenance maintenance,
      LongSupplier nanoClock) {
    var failedCheckpoints =
        maintenance == null ? 0 : maintenance.checkpoints().attempts().failedInARow();
    var damage = maintenance == null ? null : maintenance.repairs().outage();
    if (damage != null) {
      var since = Duration.ofNanos(nanoClock.getAsLong() - damage.sinceNanos());
      return new StoreHealth(false, damage.lasting(), damage.reason(), since, failedCheckpoints);
    }
    var failure = log.outage();
    if (failure != null) {
      var since = Duration.ofNanos(nanoClock.getAsLong() - failure.sinceNanos());
      var reason = NoSpace.named(failure.cause().reason());
      return new StoreHealth(false, failure.cause().isLasting(), reason, since, failedCheckpoints);
    }
    return ofShards(shards, failedCheckpoints);
  }

  /**
   * Returns the health that the shards report; a lasting outage takes precedence over a passing
   * one.
   */
  private static StoreHealth ofShards(List<Shard> shards, int failedCheckpoints) {
    var health = new StoreHealth(true, false, "", Duration.ZERO, failedCheckpoints);
    for (var shard : shards) {
      var outage = shard.writeOutage();
      if (outage != null && (health.writable || outage.lasting() && !health.lasting)) {
        health = new StoreHealth(
            false, outage.lasting(), outage.reason(), shard.lengthOf(outage), failedCheckpoints);
      }
    }
    return health;
  }
}
