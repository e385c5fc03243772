package io.weir.engine.indexing;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.command.JointOperation;
import io.weir.engine.scan.Pins;
import io.weir.engine.scan.ReadFault;
import io.weir.engine.store.Store;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.walk.ShardWalk;
import io.weir.engine.walk.Sliced;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Slices that concern several shards: planned from published versions, and carried out as joint
 * commands that check the plan. Stateless.
 */
final class JointSlices {

  /** Plans a slice. */
  interface Plan {

    /**
     * Adds the operations of the next slice; none when there is nothing to do. Fails as a read
     * does, or as the slice would be refused.
     */
    Sliced slice(Pins pins, List<JointOperation> operations);
  }

  private JointSlices() {}

  /** Leaves at which a plan looks ahead from a cold one. */
  private static final int AHEAD = 16;

  /** A plan that has waited so often for cold pages reads them itself. */
  private static final int MOST_WAITS = 400;

  /**
   * Plans the next slice of a walk and sends it. The plan's failure is that of the slice. A plan
   * that comes to a cold page is made again after the page was read on another thread.
   */
  static void send(Store store, ShardWalk walk, Plan plan) {
    send(store, walk, plan, 0);
  }

  private static void send(Store store, ShardWalk walk, Plan plan, int waits) {
    var operations = new ArrayList<JointOperation>();
    var pins = waits < MOST_WAITS ? Pins.ofResident(store) : new Pins(store);
    try {
      walk.evaluated(plan.slice(pins, operations));
    } catch (ColdPage cold) {
      sendAfter(cold, store, walk, plan, waits + 1);
      return;
    } catch (RuntimeException | InternalError e) {
      walk.failed(ReadFault.of(store, e));
      return;
    } finally {
      pins.release();
    }
    if (operations.isEmpty()) {
      walk.done(0);
    } else {
      store.commands().sendJointly(operations, walk);
    }
  }

  private static void sendAfter(ColdPage cold, Store store, ShardWalk walk, Plan plan, int waits) {
    try {
      store
          .coldReads()
          .readAhead(
              cold,
              AHEAD,
              Objects.requireNonNull(store.loops().current()),
              () -> send(store, walk, plan, waits));
    } catch (ServiceBusyException e) {
      walk.failed(e);
    }
  }
}
