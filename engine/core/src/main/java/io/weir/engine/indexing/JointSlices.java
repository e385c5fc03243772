package io.weir.engine.indexing;

import io.weir.engine.joint.JointOperation;
import io.weir.engine.scan.Pins;
import io.weir.engine.scan.ReadFault;
import io.weir.engine.store.Store;
import io.weir.engine.walk.ShardWalk;
import io.weir.engine.walk.Sliced;
import java.util.ArrayList;
import java.util.List;

/** Slices that concern several shards: planned from published versions, and carried out as joint commands that check the plan. Stateless. */
final class JointSlices {

  /** Plans a slice. */
  interface Plan {

    /** Adds the operations of the next slice; none when there is nothing to do. Fails as a read does, or as the slice would be refused. */
    Sliced slice(Pins pins, List<JointOperation> operations);
  }

  private JointSlices() {}

  /** Plans the next slice of a walk and sends it. The plan's failure is that of the slice. */
  static void send(Store store, ShardWalk walk, Plan plan) {
    var operations = new ArrayList<JointOperation>();
    var pins = new Pins(store);
    try {
      walk.evaluated(plan.slice(pins, operations));
    } catch (RuntimeException | InternalError e) {
      walk.failed(ReadFault.of(store, e));
      return;
    } finally {
      pins.release();
    }
    if (operations.isEmpty()) {
      walk.done(0);
    } else {
      store.sendJointly(operations, walk);
    }
  }
}
